import { mdiClockAlertOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Slot } from '@tablewire/contracts/booking/availability'
import { nearestStart } from '@tablewire/contracts/booking/nearest-start.rules'
import type { Book } from '@tablewire/contracts/estate/book'
import { type RefObject, useId } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { AgeNote } from '#src/kit/office/AgeNote.tsx'
import { formatClock, formatDate, localTime } from '#src/kit/format.ts'
import { Banner } from '#src/kit/Banner.tsx'
import { PreviewForm } from './PreviewForm.tsx'
import { SlotExplanation } from './SlotExplanation.tsx'
import { clockChangeOn } from './calendar.ts'
import type { Asked } from './preview/preview-search.ts'
import { useAsked } from './preview/use-asked.ts'
import type { Place } from './setting-place.ts'
import { usePreview } from './use-save-book.ts'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  alignContent: 'start',
  padding: theme.spacing(2),
  border: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > header > h2': { ...theme.typography.h3, margin: 0 },
  '& > header > p': { ...theme.typography.caption, margin: '2px 0 0', color: theme.vars.palette.text.secondary },
  '& > .ask': { display: 'grid', gridTemplateColumns: '1fr 88px', gap: theme.spacing(1.5), '& > .wide': { gridColumn: '1 / -1' } },
  '& .labelled': { display: 'grid', gap: 5, alignContent: 'start', fontSize: '0.8125rem', fontWeight: 500 },
  '& h3': { ...theme.typography.subtitle2, margin: theme.spacing(0, 0, 0.75) },
  '& .count': { ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary },
}))
const Slots = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(62px, 1fr))',
  gap: 6,
  '& > button': {
    all: 'unset',
    boxSizing: 'border-box',
    minHeight: 32,
    padding: '4px 2px',
    borderRadius: theme.vars.shape.borderRadius,
    border: `1px solid ${theme.vars.palette.tone.success.solid}`,
    backgroundColor: theme.vars.palette.tone.success.soft,
    color: theme.vars.palette.tone.success.text,
    fontSize: '0.8125rem',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'center',
    cursor: 'pointer',
    '&.closed': {
      borderColor: theme.vars.palette.divider,
      borderStyle: 'dashed',
      backgroundColor: 'transparent',
      color: theme.vars.palette.text.secondary,
      fontWeight: 500,
      textDecoration: 'line-through',
    },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 1 },
    '&[aria-pressed="true"]': { boxShadow: `0 0 0 2px ${theme.vars.palette.accent.ring}` },
    // For eyes: the name says the time alone, and must begin with what is written.
    '& sup.later::before': { content: '"+1"', fontSize: '0.625rem' },
    '@media (pointer: coarse)': { minHeight: 44, lineHeight: '34px' },
  },
}))

/** Where there is no room for it beside the form. */
export const ShowPreview = ({ of }: { of: RefObject<HTMLElement | null> }) => {
  const t = useT()
  return (
    <Button size="small" variant="outlined" sx={{ marginBlockEnd: 2 }} onClick={() => of.current?.scrollIntoView({ block: 'start' })}>
      {t('preview.show')}
    </Button>
  )
}

type PreviewProps = { venue: { id: string; timezone: string }; book: Book; today: string; onGo: (place: Place) => void }

const ClockChange = ({ timezone, date }: { timezone: string; date: string }) => {
  const t = useT()
  const clocks = clockChangeOn(timezone, date)
  if (!clocks) return null
  const words = { ...clocks, on: formatDate(clocks.on), minutes: Math.abs(clocks.minutes) }
  return (
    <Banner tone="info" icon={mdiClockAlertOutline}>
      {t(clocks.minutes > 0 ? 'preview.forward' : 'preview.back', words)}
    </Banner>
  )
}

type Day = NonNullable<ReturnType<typeof usePreview>['query']['data']>
type AnswerProps = Pick<PreviewProps, 'book' | 'onGo'> & {
  day: Day
  query: Asked
  timeZone: string
  onChoose: (startsAt: string | undefined) => void
}

/** So far from the moment asked for a start still answers it, as for channels. */
const aroundMs = 2 * 3_600_000

type NoneChosenProps = Pick<AnswerProps, 'timeZone' | 'onGo'> & { at: string | undefined }
const NoneChosen = ({ at, timeZone, onGo }: NoneChosenProps) => {
  const t = useT()
  if (at === undefined) return <p className="count">{t('preview.choose')}</p>
  return (
    <output>
      {t('preview.noStart', { time: formatClock(at, timeZone) })}{' '}
      <Button size="small" onClick={() => onGo({ tab: 'week' })}>
        {t('why.go')}
      </Button>
    </output>
  )
}

/** The times of a day, and why one of them is open or closed; of a day without any, why it has none. */
const Answer = ({ day, query, book, timeZone, onGo, onChoose }: AnswerProps) => {
  const t = useT()
  const { slots } = day
  // A link may name a moment at which nothing starts, as a guest asked for it.
  const slot = query.at === undefined ? undefined : nearestStart(slots, Date.parse(query.at), aroundMs)
  const why = { book, timeZone, onGo }
  const open = slots.filter((one) => one.open).length
  return (
    <>
      {day.told?.stale && day.told.at !== null ? (
        <AgeNote text={t('preview.stale', { time: formatClock(day.told.at, day.timezone) })} />
      ) : null}
      <output className="count">{t('preview.count', { count: open, all: slots.length })}</output>
      {slots.length === 0 ? (
        <SlotExplanation verdicts={day.closedBy ?? []} {...why} />
      ) : (
        <>
          <Offer slots={slots} date={query.date} book={book} chosen={slot?.startsAt} onChoose={onChoose} />
          {slot ? (
            <SlotExplanation slot={slot} verdicts={slot.closedBy ?? []} {...why} />
          ) : (
            <NoneChosen at={query.at} timeZone={timeZone} onGo={onGo} />
          )}
        </>
      )}
    </>
  )
}

/** What a guest would be offered by the book as it stands in the form, and why not more. */
export const Preview = ({ venue, book, today, onGo }: PreviewProps) => {
  const t = useT()
  const id = useId()
  const [asked, ask] = useAsked({ today, zone: venue.timezone }, book)
  const { query, waits } = usePreview(venue.id, book, asked)
  const day = query.data
  const wrong = query.isError ? Object.keys(query.error.errors).length : 0
  return (
    <Root aria-labelledby={id} aria-busy={query.isPending}>
      <header>
        <h2 id={id}>{t('preview.title')}</h2>
        <p>{t('preview.hint')}</p>
      </header>
      <PreviewForm
        query={asked}
        book={book}
        onChange={(next) => ask({ ...asked, ...next, at: next.date === asked.date ? asked.at : undefined })}
      />
      <ClockChange timezone={venue.timezone} date={asked.date} />
      {waits ? (
        <Banner tone="info" icon={mdiClockAlertOutline}>
          {t('preview.waits')}
        </Banner>
      ) : null}
      {query.isError && wrong ? (
        <Banner tone="danger" icon={mdiClockAlertOutline}>
          {t('preview.wrong', { count: wrong })}
        </Banner>
      ) : null}
      {query.isError && !wrong ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SlotsSkeleton /> : null}
      {day && !query.isError ? (
        <Answer day={day} query={asked} book={book} timeZone={venue.timezone} onGo={onGo} onChoose={(at) => ask({ ...asked, at })} />
      ) : null}
    </Root>
  )
}

const SlotsSkeleton = () => (
  <Slots aria-hidden="true">
    {Array.from({ length: 12 }, (_, index) => (
      <Skeleton key={index} height={32} />
    ))}
  </Slots>
)

type OfferProps = {
  slots: readonly Slot[]
  date: string
  book: Book
  chosen: string | undefined
  onChoose: (startsAt: string | undefined) => void
}

/** The starts of a day, shift by shift. */
const Offer = ({ slots, date, book, chosen, onChoose }: OfferProps) => {
  const t = useT()
  const names = new Map([...book.shifts, ...book.specialDays.flatMap(({ shifts }) => shifts ?? [])].map(({ id, name }) => [id, name]))
  const groups = [...new Set(slots.map(({ shiftId }) => shiftId))]
  return groups.map((shiftId) => (
    <div key={shiftId}>
      <h3>{names.get(shiftId ?? '')}</h3>
      <Slots>
        {slots
          .filter((slot) => slot.shiftId === shiftId)
          .map(({ startsAt, startsLocal, open }) => (
            <button
              key={startsAt}
              type="button"
              className={open ? '' : 'closed'}
              aria-pressed={startsAt === chosen}
              aria-label={`${localTime(startsLocal)} ${t(open ? 'preview.open' : 'preview.closed')}`}
              onClick={() => onChoose(startsAt === chosen ? undefined : startsAt)}
            >
              {localTime(startsLocal)}
              {startsLocal.startsWith(date) ? null : <sup aria-hidden="true" className="later" />}
            </button>
          ))}
      </Slots>
    </div>
  ))
}
