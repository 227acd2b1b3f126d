import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import type { ImportFinding } from '@tablewire/contracts/import/import-findings'
import type { RowChoice } from '@tablewire/contracts/import/import.rules'
import { availability } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { formatDate, formatNumber, localTime } from '#src/kit/format.ts'
import { PanelBody } from '#src/kit/panel-body.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

const Root = styled(PanelBody)(({ theme }) => ({
  '& fieldset': { display: 'grid', gap: theme.spacing(1.5), margin: 0, padding: 0, border: 0 },
  '& legend': { padding: 0, marginBlockEnd: theme.spacing(1), fontWeight: 600 },
}))
const Slots = styled('menu')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(72px, 1fr))',
  gap: theme.spacing(0.75),
  maxHeight: 168,
  padding: 2,
  margin: 0,
  listStyle: 'none',
  overflowY: 'auto',
}))
const Two = styled('div')(({ theme }) => ({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.spacing(1.5) }))

type About = NonNullable<ImportFinding['about']>

/** Times of that day with room for the party. */
const FreeTimes = ({ about, date, onChoose }: { about: About; date: string; onChoose: (time: string) => void }) => {
  const t = useT()
  const { venueId, partySize, areaId } = about
  const day = useEndpoint(availability.day, { params: { id: venueId }, query: { date, partySize, areaId } }, { meta: { shown: true } })
  if (day.isPending) return <Skeleton height={76} aria-hidden="true" />
  const open = (day.data?.slots ?? []).filter((slot) => slot.open && slot.startsLocal.startsWith(date))
  if (!open.length) return <p>{t('conflict.noRoom')}</p>
  return (
    <Slots aria-label={t('conflict.free')}>
      {open.map(({ startsLocal }) => (
        <li key={startsLocal}>
          <Button size="small" variant="outlined" fullWidth onClick={() => onChoose(localTime(startsLocal))}>
            {localTime(startsLocal)}
          </Button>
        </li>
      ))}
    </Slots>
  )
}

type Props = { batch: ImportBatch; row: ImportFinding & { about: About }; onChanged: (batch: ImportBatch) => void; onNext: () => void }

/** One row that found no place: let it in, take it to another time, or leave it out; then the next one. */
export const ConflictPanel = ({ batch, row, onChanged, onNext }: Props) => {
  const t = useT()
  const { about, decision, line } = row
  const [date, setDate] = useState((decision?.startsLocal ?? about.startsLocal).slice(0, 10))
  const [time, setTime] = useState(localTime(decision?.startsLocal ?? about.startsLocal))
  const decide = useCall(imports.decide)
  const send = (choice: RowChoice | null, at?: string): void =>
    decide.mutate(
      { params: { id: batch.id }, body: { line, choice, version: batch.version, ...(at ? { startsLocal: at } : {}) } },
      {
        onSuccess: (next) => {
          onChanged(next)
          for (const list of [imports.findings, imports.rows]) void queryClient.invalidateQueries({ queryKey: keyOf(list) })
          if (choice !== null) onNext()
        },
        // Somebody else decided meanwhile: what stands there now is shown.
        onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(imports.get, { params: { id: batch.id } }) }),
      },
    )
  const sound = /^\d{4}-\d{2}-\d{2}$/.test(date) && /^\d{2}:\d{2}$/.test(time)
  return (
    <Root>
      <h2>{t('conflict.title', { line: formatNumber(line) })}</h2>
      <dl>
        <dt>{t('conflict.why')}</dt>
        <dd>{row.meaning}</dd>
        <dt>{t('venue')}</dt>
        <dd dir="auto">{`${about.venueName} · ${about.areaName}`}</dd>
        <dt>{t('conflict.wish')}</dt>
        <dd>{`${formatDate(about.startsLocal.slice(0, 10))}, ${localTime(about.startsLocal)}`}</dd>
        <dt>{t('field.partySize')}</dt>
        <dd>{formatNumber(about.partySize)}</dd>
        {about.sitting !== null && about.capacity !== null ? (
          <>
            <dt>{t('conflict.sitting')}</dt>
            <dd>{t('conflict.of', { sitting: formatNumber(about.sitting), capacity: formatNumber(about.capacity) })}</dd>
          </>
        ) : null}
        {decision ? (
          <>
            <dt>{t('conflict.decided')}</dt>
            <dd>{t('conflict.by', { choice: t(`conflict.is.${decision.choice}`), who: decision.byName })}</dd>
          </>
        ) : null}
      </dl>
      <div className="acts">
        <Button variant="contained" loading={decide.isPending} onClick={() => send('accept')}>
          {t('conflict.accept')}
        </Button>
        <Button variant="outlined" disabled={decide.isPending} onClick={() => send('skip')}>
          {t('conflict.skip')}
        </Button>
        {decision ? (
          <Button color="inherit" disabled={decide.isPending} onClick={() => send(null)}>
            {t('conflict.undecide')}
          </Button>
        ) : null}
      </div>
      <fieldset>
        <legend>{t('conflict.other')}</legend>
        <Two>
          <LabelledDay label={t('field.date')} date={date || undefined} text="–" onDate={setDate} />
          <TextField
            label={t('field.time')}
            type="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </Two>
        {/^\d{4}-\d{2}-\d{2}$/.test(date) ? <FreeTimes about={about} date={date} onChoose={setTime} /> : null}
        <div className="acts">
          <Button variant="outlined" disabled={decide.isPending || !sound} onClick={() => send('move', `${date}T${time}`)}>
            {t('conflict.move')}
          </Button>
        </div>
      </fieldset>
      <p>{t('conflict.hint')}</p>
    </Root>
  )
}
