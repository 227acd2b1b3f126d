import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { googleLaunch, type GoogleOffered, type GooglePublication, type GoogleStanding } from '@tablewire/contracts/google/google-launch'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatMoment } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock, zoneName } from '#src/kit/zone-clock.ts'
import { useT } from '../use-t.ts'
import { type Question, questionOf } from './question.ts'

const Asked = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(210px, 100%), 1fr))',
  gap: theme.spacing(2),
  marginBlockEnd: theme.spacing(2),
}))
const Told = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  '& > h3': { margin: theme.spacing(2, 0, 1), fontSize: '0.9375rem', fontWeight: 600 },
  '& > ul': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
    gap: theme.spacing(0.5, 2),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  '& > ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& > ol > li': { padding: theme.spacing(1, 0), borderBlockStart: `1px solid ${theme.vars.palette.divider}`, overflowWrap: 'anywhere' },
  '& li > small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

type T = ReturnType<typeof useT>
const openIn = (t: T, { open, total }: { open: number | null; total?: number | null }): string => {
  if (open === null) return t('google.notOffered')
  if (open === 0) return t('google.full')
  return total ? t('google.free', { count: open, total }) : String(open)
}

type PublicationProps = { publication: GooglePublication; timeZone: string; isFirst: boolean }
const Publication = ({ publication: { at, by, changes, causes }, timeZone, isFirst }: PublicationProps) => {
  const t = useT()
  const said = changes.map(({ time, room, before, after }) =>
    t('google.changed', { time: room ? `${time} ${room}` : time, before: openIn(t, { open: before }), after: openIn(t, { open: after }) }),
  )
  const why = isFirst
    ? [t('google.first')]
    : causes.map(({ kind, reference, by: who, at: when }) =>
        who === null
          ? t(`google.cause.${kind}.of`, { at: formatMoment(when, timeZone) })
          : t(`google.cause.${kind}`, { reference: reference ?? '', by: who, at: formatMoment(when, timeZone) }),
      )
  return (
    <li>
      <strong>{formatMoment(at, timeZone)}</strong> {t(`google.by.${by}`)}
      {isFirst ? null : <small>{said.length > 0 ? said.join(' · ') : t('google.noChange')}</small>}
      {(why.length > 0 ? why : [t('google.cause.none')]).map((line) => (
        <small key={line}>{line}</small>
      ))}
    </li>
  )
}

const Answer = ({ offered, onMore }: { offered: GoogleOffered; onMore: () => void }) => {
  const t = useT()
  const { toldAt, offers, history, next, timeZone } = offered
  if (toldAt === null) return <p>{t('google.shown.none')}</p>
  return (
    <Told>
      <p>{t('google.shown', { at: formatMoment(toldAt, timeZone) })}</p>
      <h3>{t('google.offers')}</h3>
      {offers.length === 0 ? <p>{t('google.nothing')}</p> : null}
      <ul aria-label={t('google.offers')}>
        {offers.map(({ time, room, open, total }) => (
          <li key={`${time} ${room ?? ''}`}>
            <strong>{time}</strong> {room ? `${room} ` : ''}
            {openIn(t, { open, total })}
          </li>
        ))}
      </ul>
      <h3>{t('google.changes')}</h3>
      <ol aria-label={t('google.changes')}>
        {history.map((publication, index) => (
          <Publication
            key={publication.id}
            publication={publication}
            timeZone={timeZone}
            isFirst={next === null && index === history.length - 1}
          />
        ))}
      </ol>
      {next === null ? null : <Button onClick={onMore}>{t('google.earlier')}</Button>}
    </Told>
  )
}

const [few, many] = [10, 50]

/** GO1: "what did Google show for Saturday 20:00, party of four, at 14:05, and why", asked and answered by the clock of the venue. */
export const Offered = ({ venueId, timeZone, standings }: { venueId: string; timeZone: string; standings: readonly GoogleStanding[] }) => {
  const t = useT()
  const now = useNow()
  const [asked, setAsked] = useState<Question>({
    // One that Google knows of first: nothing was shown of the others.
    accountId: (standings.find(({ knownSince }) => knownSince !== null) ?? standings[0]!).accountId,
    date: wallClock(timeZone, now).slice(0, 10),
    partySize: '2',
    at: '',
  })
  const [limit, setLimit] = useState(few)
  const set = (part: Partial<Question>): void => {
    setAsked({ ...asked, ...part })
    setLimit(few)
  }
  const { wrong, query } = questionOf(asked, timeZone)
  const params = { id: venueId, accountId: asked.accountId }
  const offered = useEndpoint(
    googleLaunch.offered,
    { params, query: { ...(query ?? { date: wallClock(timeZone, now).slice(0, 10), partySize: 2 }), limit } },
    { ...keepRows, enabled: query !== undefined },
  )
  // Only more of the same answer is waited for beside what stands: what was answered to another question is none to this one.
  const isAnswer = query !== undefined && (!offered.isPlaceholderData || limit !== few)
  const field = (name: 'date' | 'partySize' | 'at', hint?: string) => ({
    value: asked[name],
    error: wrong.has(name),
    helperText: wrong.has(name) ? t(`google.wrong.${name === 'partySize' ? 'party' : name}`) : hint,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const clock = t('google.clock', { zone: zoneName(timeZone, currentLang()) })
  return (
    <FormSection title={t('google.history')} hint={`${t('google.history.hint')} ${clock}`}>
      <Asked>
        {standings.length > 1 ? (
          <TextField select label={t('google.account')} value={asked.accountId} onChange={({ target }) => set({ accountId: target.value })}>
            {standings.map(({ accountId, accountName }) => (
              <option key={accountId} value={accountId}>
                {accountName}
              </option>
            ))}
          </TextField>
        ) : null}
        <TextField type="date" label={t('google.date')} {...field('date')} />
        <TextField
          type="number"
          label={t('google.party')}
          {...field('partySize')}
          slotProps={{ htmlInput: { min: 1, max: 100, step: 1 } }}
        />
        <TextField type="datetime-local" label={t('google.at')} {...field('at', t('google.at.hint'))} />
      </Asked>
      {query && offered.isError ? <ErrorState error={offered.error} onRetry={() => void offered.refetch()} /> : null}
      {query && !offered.isError && (offered.isPending || !isAnswer) ? <RowsSkeleton rows={3} /> : null}
      {isAnswer && offered.data ? <Answer offered={offered.data} onMore={() => setLimit(many)} /> : null}
    </FormSection>
  )
}
