import { mdiDatabaseImportOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from './use-t.ts'

/** Only bookings have guests somebody might write to. */
const saidOf = {
  reservations: 'apply.text',
  venues: 'apply.places',
  users: 'apply.people',
  reviews: 'apply.words',
  onboarding: 'apply.requests',
} as const

type ApplyProps = { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }

/** Brings in what the dry run found to be good, after asking. */
export const ApplyImport = ({ batch, onChanged }: ApplyProps) => {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const [invite, setInvite] = useState(false)
  const apply = useCall(imports.apply)
  const people = batch.kind === 'users'
  const count = (batch.counts?.made ?? 0) + (batch.counts?.changed ?? 0)
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Icon path={mdiDatabaseImportOutline} size={18} />}
        disabled={count === 0}
        onClick={() => setConfirming(true)}
      >
        {count === 0 ? t('apply.nothing') : t(`apply.${batch.kind}`, { count })}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={t(`apply.${batch.kind}`, { count })}
        confirmLabel={t('apply')}
        busy={apply.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() =>
          apply.mutate(
            { params: { id: batch.id }, ...(people ? { body: { invite } } : {}) },
            { onSuccess: onChanged, onSettled: () => setConfirming(false) },
          )
        }
      >
        {t(saidOf[batch.kind], { where: batch.venueName ?? batch.companyName ?? t('several.where') })}
        {batch.companyIsNew ? <p style={{ margin: '12px 0 0' }}>{t('company.isNew', { name: batch.companyName ?? '' })}</p> : null}
        {people ? (
          <>
            <FormControlLabel
              control={<Switch checked={invite} onChange={(_, on) => setInvite(on)} />}
              label={t('invite.on')}
              sx={{ marginBlockStart: 2 }}
            />
            {invite ? null : <p style={{ margin: 0, fontSize: '0.8125rem' }}>{t('invite.off')}</p>}
          </>
        ) : null}
      </ConfirmDialog>
    </>
  )
}
