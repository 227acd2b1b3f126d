import { mdiUndoVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import type { UndoPlan } from '@tablewire/contracts/import/import-findings'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'

type UndoProps = { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }

/** What goes, what stays and why; or why nothing goes at all. */
const Plan = ({ kind, plan: { goes, stays, byPeople, names } }: { kind: ImportBatch['kind']; plan: UndoPlan }) => {
  const t = useT()
  const byImport = stays - byPeople
  const first = goes > 0 ? t(`undo.${kind}`, { count: goes }) : t(stays > 0 ? 'undo.nothing' : 'undo.gone')
  return (
    <>
      <p style={{ margin: 0 }}>{first}</p>
      {stays > 0 ? (
        <p>
          {[
            ...(byPeople > 0 ? [t('undo.stays.people', { count: byPeople })] : []),
            ...(byImport > 0 ? [t('undo.stays.import', { count: byImport })] : []),
            t('undo.names', { names: `${names.join(', ')}${stays > names.length ? ' …' : ''}` }),
          ].join(' ')}
        </p>
      ) : null}
    </>
  )
}

/** Asks the hub first what would go, as others may have worked with it since. */
const UndoDialog = ({ batch, onChanged, onClose }: UndoProps & { onClose: () => void }) => {
  const t = useT()
  const planQuery = useEndpoint(imports.undoPlan, { params: { id: batch.id } }, { gcTime: 0, staleTime: 0 })
  const [said, setSaid] = useState('')
  const undo = useCall(imports.undo, { meta: { shown: true } })
  const plan = planQuery.isFetching ? undefined : planQuery.data
  const tell = (error: unknown): void => setSaid(errorText(error, phrasesNow('kit')))
  const start = (keepChanged: boolean): void =>
    undo.mutate(
      { params: { id: batch.id }, body: { keepChanged } },
      {
        onSuccess: (next) => {
          onClose()
          onChanged(next)
        },
        onError: (error) => {
          tell(error)
          // Changed while the question stood there: it is asked anew.
          if (error instanceof ApiError && error.code === 'import.changed_since') void planQuery.refetch()
        },
      },
    )
  const problem = said || (planQuery.isError && !planQuery.isFetching ? errorText(planQuery.error, phrasesNow('kit')) : '')
  return (
    <ConfirmDialog
      open
      title={t('undo.title')}
      confirmLabel={t(plan && plan.goes > 0 && plan.stays > 0 ? 'undo.rest' : 'undo')}
      danger
      busy={undo.isPending}
      ready={plan !== undefined && plan.goes > 0}
      onClose={onClose}
      onConfirm={() => start((plan?.stays ?? 0) > 0)}
    >
      <div aria-live="polite">
        {plan ? <Plan kind={batch.kind} plan={plan} /> : planQuery.isError ? null : <Skeleton width="80%" height={18} />}
      </div>
      {problem ? <p role="alert">{problem}</p> : null}
    </ConfirmDialog>
  )
}

/** Takes an import back, after saying what that means. */
export const UndoImport = ({ batch, onChanged }: UndoProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button color="inherit" variant="outlined" startIcon={<Icon path={mdiUndoVariant} size={18} />} onClick={() => setOpen(true)}>
        {t('undo')}
      </Button>
      {open ? <UndoDialog batch={batch} onChanged={onChanged} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
