import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { CompanyFinder } from './CompanyFinder.tsx'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'

type Props = { user: UserDetail; onSaved: (user: UserDetail) => void; onClose: () => void }

/** To another company: what was given until then is taken back, and the dialog says so. */
export const MoveUser = ({ user, onSaved, onClose }: Props) => {
  const t = useT()
  const [company, setCompany] = useState<FindOption>()
  const move = useCall(users.move)
  const name = fullName(user)
  return (
    <ConfirmDialog
      open
      title={t('move.ask', { name })}
      confirmLabel={t('move')}
      busy={move.isPending}
      ready={company !== undefined && (company.id || null) !== user.companyId}
      onClose={onClose}
      onConfirm={() =>
        company &&
        move.mutate(
          { params: { id: user.id }, body: { companyId: company.id || null, version: user.version } },
          {
            onSuccess: (fresh) => {
              onSaved(fresh)
              toast.success(t('moved', { name, company: fresh.companyName ?? t('platform') }))
              onClose()
            },
          },
        )
      }
    >
      <p style={{ marginBlockStart: 0 }}>{t('move.text')}</p>
      <div style={{ minHeight: 300 }}>
        <CompanyFinder value={company} hint={t('h.company')} onChange={setCompany} />
      </div>
    </ConfirmDialog>
  )
}
