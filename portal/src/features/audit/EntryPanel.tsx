import { mdiUndoVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { audit, type AuditEntry, type ChangedSince } from '@tablewire/contracts/operations/audit'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { aboutInWords, actionInWords, actorInWords, changesOf } from './audit-words.ts'
import { Differences } from './Differences.tsx'
import { useT } from './use-t.ts'

type Patch = { q?: string; who?: string; venue?: string }
type EntryPanelProps = { id: string; onShow: (id: string) => void; onFilter: (patch: Patch) => void }

/** One entry: what changed, field by field, by whom, and the way back where there is one. */
export const EntryPanel = ({ id, onShow, onFilter }: EntryPanelProps) => {
  const t = useT()
  const query = useEndpoint(audit.get, { params: { id } })
  const entry = query.data
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!entry)
    return (
      <PanelBody>
        <RowsSkeleton rows={6} />
      </PanelBody>
    )
  const changes = changesOf(entry)
  const { subjectId, actorId, venueId, undoes, undoneBy } = entry
  return (
    <PanelBody>
      <h2>{actionInWords(t, entry.action)}</h2>
      <dl>
        <dt>{t('c.about')}</dt>
        <dd>{aboutInWords(entry)}</dd>
        <dt>{t('c.who')}</dt>
        <dd>{entry.actedByName ? t('by.acting', { admin: entry.actedByName, who: entry.actorName }) : actorInWords(t, entry)}</dd>
        <dt>{t('c.at')}</dt>
        <dd>{formatInstant(entry.at)}</dd>
        <dt>{t('c.request')}</dt>
        <dd>{entry.requestId}</dd>
      </dl>
      {changes.length > 0 ? <Differences rows={changes} /> : <p>{t('nothing')}</p>}
      <div className="acts">
        {entry.undoable ? <Undo entry={entry} onShow={onShow} /> : null}
        {undoneBy ? <Button onClick={() => onShow(undoneBy)}>{t('undoneBy')}</Button> : null}
        {undoes ? <Button onClick={() => onShow(undoes)}>{t('undoes')}</Button> : null}
        {subjectId ? (
          <Button color="inherit" onClick={() => onFilter({ q: subjectId })}>
            {t('all.subject')}
          </Button>
        ) : null}
        {actorId ? (
          <Button color="inherit" onClick={() => onFilter({ who: actorId })}>
            {t('all.who')}
          </Button>
        ) : null}
        {venueId ? (
          <Button color="inherit" onClick={() => onFilter({ venue: venueId })}>
            {t('all.venue')}
          </Button>
        ) : null}
      </div>
    </PanelBody>
  )
}

/** Says what will stand there again; where somebody changed it since, what stands there now. */
const Undo = ({ entry, onShow }: { entry: AuditEntry; onShow: (id: string) => void }) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const undo = useCall(audit.undo, { meta: { shown: true } })
  const details =
    undo.error instanceof ApiError && undo.error.code === 'undo.changed_since' ? (undo.error.details as ChangedSince) : undefined
  const run = (): void =>
    undo.mutate(
      { params: { id: entry.id } },
      {
        onSuccess: (made) => {
          toast.success(t('undo.done'))
          for (const area of [audit.list, audit.get]) void queryClient.invalidateQueries({ queryKey: keyOf(area) })
          setAsked(false)
          onShow(made.id)
        },
      },
    )
  return (
    <>
      <Button variant="outlined" startIcon={<Icon path={mdiUndoVariant} size={18} />} onClick={() => setAsked(true)}>
        {t('undo')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('undo.ask')}
        confirmLabel={t('undo')}
        busy={undo.isPending}
        ready={!undo.isError}
        onClose={() => {
          setAsked(false)
          undo.reset()
        }}
        onConfirm={run}
      >
        {undo.error ? (
          <>
            <p style={{ marginBlockStart: 0 }}>{errorText(undo.error, phrasesNow('kit'))}</p>
            {details ? (
              <Differences
                titles={[t('undo.given'), t('undo.now')]}
                rows={details.differences.flatMap(({ field, given, now }) =>
                  changesOf({ before: { [field]: given }, after: { [field]: now } }),
                )}
              />
            ) : null}
          </>
        ) : (
          <>
            <p style={{ marginBlockStart: 0 }}>{t('undo.text')}</p>
            <Differences
              titles={[t('undo.now'), t('undo.then')]}
              rows={changesOf(entry).map(({ path, before, after }) => ({ path, before: after, after: before }))}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
