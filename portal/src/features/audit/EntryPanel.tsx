import Button from '@mui/material/Button'
import { audit, type AuditEntry } from '@tablewire/contracts/operations/audit'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { noFilters } from './audit-search.ts'
import { batchInWords, changesOf, whoInWords } from './audit-words.ts'
import { Differences } from './Differences.tsx'
import { Sentence, ThingLink } from './Sentence.tsx'
import { linkToBatch, linkToVenue } from './thing-links.ts'
import { UndoEntry } from './UndoEntry.tsx'
import { useT } from './use-t.ts'

type EntryPanelProps = { id: string; onShow: (id: string) => void; onFilter: (patch: UrlPatch) => void }

const Facts = ({ entry }: { entry: AuditEntry }) => {
  const t = useT()
  const ability = useAbility()
  const { venueName, batch } = entry
  return (
    <dl>
      <dt>{t('c.who')}</dt>
      <dd>{whoInWords(t, entry)}</dd>
      <dt>{t('c.at')}</dt>
      <dd>{formatInstant(entry.at)}</dd>
      {venueName ? (
        <>
          <dt>{t('c.venue')}</dt>
          <dd>
            <ThingLink href={linkToVenue(ability, entry)}>{venueName}</ThingLink>
          </dd>
        </>
      ) : null}
      {batch ? (
        <>
          <dt>{t('c.batch')}</dt>
          <dd>
            <ThingLink href={linkToBatch(ability, batch.id)}>{batchInWords(t, batch)}</ThingLink>
          </dd>
        </>
      ) : null}
    </dl>
  )
}

/** Leads on: to what took it back, and to all that happened to the same thing, by the same person, at the same venue or in the same import. */
const Onward = ({ entry, onShow, onFilter }: { entry: AuditEntry } & Omit<EntryPanelProps, 'id'>) => {
  const t = useT()
  const { subjectId, actorId, actorName, venueId, undoes, undoneBy, batch } = entry
  const only = (patch: UrlPatch) => () => onFilter({ ...noFilters, ...patch })
  return (
    <>
      {undoneBy ? <Button onClick={() => onShow(undoneBy)}>{t('undoneBy')}</Button> : null}
      {undoes ? <Button onClick={() => onShow(undoes)}>{t('undoes')}</Button> : null}
      {batch ? (
        <Button color="inherit" onClick={only({ batch: batch.id })}>
          {t('all.batch', { name: batchInWords(t, batch) })}
        </Button>
      ) : null}
      {subjectId && subjectId !== venueId ? (
        <Button color="inherit" onClick={only({ thing: subjectId })}>
          {t('all.subject')}
        </Button>
      ) : null}
      {actorId && actorName ? (
        <Button color="inherit" onClick={only({ who: actorId })}>
          {t('all.who')}
        </Button>
      ) : null}
      {venueId ? (
        <Button color="inherit" onClick={only({ venue: venueId })}>
          {t('all.venue')}
        </Button>
      ) : null}
    </>
  )
}

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
  const only = entry.before === null ? 'after' : entry.after === null ? 'before' : undefined
  return (
    <PanelBody>
      <h2>
        <Sentence entry={entry} whole />
      </h2>
      <Facts entry={entry} />
      {changes.length > 0 ? <Differences entry={entry} rows={changes} only={only} /> : <p>{t('nothing')}</p>}
      <div className="acts">
        {entry.undoable ? <UndoEntry entry={entry} onShow={onShow} /> : null}
        <Onward entry={entry} onShow={onShow} onFilter={onFilter} />
      </div>
    </PanelBody>
  )
}
