import { mdiUndoVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { audit, type AuditEntry, type ChangedSince } from '@tablewire/contracts/operations/audit'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { changesOf } from './audit-words.ts'
import { Differences } from './Differences.tsx'
import { useT } from './use-t.ts'

const revived = ['user', 'channel', 'group', 'brand', 'webhook', 'import_mapping'] as const

const Refusal = ({ error, entry }: { error: unknown; entry: AuditEntry }) => {
  const t = useT()
  const details = error instanceof ApiError && error.code === 'undo.changed_since' ? (error.details as ChangedSince) : undefined
  return (
    <>
      <p style={{ marginBlockStart: 0 }}>{errorText(error, phrasesNow('kit'))}</p>
      {details ? (
        <Differences
          entry={entry}
          titles={[t('undo.given'), t('undo.now')]}
          rows={details.differences.flatMap(({ field, given, now }) => changesOf({ before: { [field]: given }, after: { [field]: now } }))}
        />
      ) : null}
    </>
  )
}

/** What will stand there again, or what comes back and what does not. */
const Consequence = ({ entry, gone }: { entry: AuditEntry; gone: boolean }) => {
  const t = useT()
  const kind = revived.find((one) => one === entry.subject)
  if (gone && kind) return t(`undo.revive.${kind}`)
  return (
    <>
      <p style={{ marginBlockStart: 0 }}>{t('undo.text')}</p>
      <Differences
        entry={entry}
        titles={[t('undo.now'), t('undo.then')]}
        rows={changesOf(entry).map(({ path, before, after }) => ({ path, before: after, after: before }))}
      />
    </>
  )
}

/** Says what will stand there again; where somebody changed it since, what stands there now. */
export const UndoEntry = ({ entry, onShow }: { entry: AuditEntry; onShow: (id: string) => void }) => {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const undo = useCall(audit.undo, { meta: { shown: true } })
  const gone = entry.after === null
  const run = (): void =>
    undo.mutate(
      { params: { id: entry.id } },
      {
        onSuccess: (made) => {
          toast.success(t(gone ? 'undo.revived' : 'undo.done'))
          for (const area of [audit.list, audit.get]) void queryClient.invalidateQueries({ queryKey: keyOf(area) })
          setConfirming(false)
          onShow(made.id)
        },
      },
    )
  return (
    <>
      <Button variant="outlined" startIcon={<Icon path={mdiUndoVariant} size={18} />} onClick={() => setConfirming(true)}>
        {t(gone ? 'undo.revive' : 'undo')}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={t(gone ? 'undo.revive.ask' : 'undo.ask')}
        confirmLabel={t(gone ? 'undo.revive' : 'undo')}
        busy={undo.isPending}
        ready={!undo.isError}
        onClose={() => {
          setConfirming(false)
          undo.reset()
        }}
        onConfirm={run}
      >
        {undo.error ? <Refusal error={undo.error} entry={entry} /> : <Consequence entry={entry} gone={gone} />}
      </ConfirmDialog>
    </>
  )
}
