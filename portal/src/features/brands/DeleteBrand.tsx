import { mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { brands } from '@tablewire/contracts/brands'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import type { Saved } from './brand-draft.ts'
import { useT } from './use-t.ts'

/** A brand that cannot go says why before anybody asks. */
export const DeleteBrand = ({ brand, onDeleted }: { brand: Saved; onDeleted: () => void }) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const remove = useCall(brands.delete)
  const why = brand.isDefault ? t('delete.default') : brand.companyCount > 0 ? t('delete.inUse', { count: brand.companyCount }) : undefined
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Icon path={mdiTrashCanOutline} size={18} />}
        aria-disabled={why !== undefined}
        title={why}
        onClick={() => (why ? toast.warning(why) : setAsked(true))}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('delete.title', { name: brand.name })}
        confirmLabel={t('delete')}
        danger
        busy={remove.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: brand.id } },
            {
              onSuccess: () => {
                setAsked(false)
                void queryClient.invalidateQueries({ queryKey: ['brands', 'list'] })
                toast.success(t('deleted', { name: brand.name }))
                onDeleted()
              },
              onError: () => setAsked(false),
            },
          )
        }
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  )
}
