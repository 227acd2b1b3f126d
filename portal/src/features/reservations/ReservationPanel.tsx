import { mdiContentCopy, mdiPencilOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { changeable, type Move, movesFrom } from '@tablewire/contracts/booking/reservations.rules'
import { type ReactNode, useEffect, useRef } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatClock, formatDate, formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { Signs } from './reservation-columns.tsx'
import { guestName } from './guest-name.ts'
import {
  MoreActs,
  ReservationContact,
  ReservationHistory,
  ReservationJourney,
  ReservationMessages,
  ReservationTrouble,
  SeatSection,
} from './ReservationHistory.tsx'
import { moveKey, primaryMove, ReasonWord, RemoteWord, StatusTag } from './status-tag.tsx'
import type { Moves } from './use-moves.ts'
import { usePanelKeys } from './use-reservations-page.ts'
import { useT } from './use-t.ts'

const Buttons = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  flexWrap: 'wrap',
  gap: 8,
  '& kbd': { marginLeft: 8, borderColor: 'currentColor', color: 'inherit', opacity: 0.85 },
  '@media (pointer: coarse)': { '& kbd': { display: 'none' } },
  '& + p': { margin: '8px 0 0', color: theme.vars.palette.text.secondary },
}))

const danger: readonly Move[] = ['cancel', 'reject', 'no-show']

/** `moves` of the row: what the venue's own system leaves to us; not known of a row that is only listed. */
type MoveButtonsProps = { row: ReservationRow & { moves?: readonly Move[] }; moves: Moves }

/** Only the steps that are legal from here, the likely one first; without the right to them they say so (RE2). */
export const MoveButtons = ({ row, moves: { mayMove, act } }: MoveButtonsProps) => {
  const t = useT()
  const first = primaryMove[row.status]
  const order = (row.moves ?? movesFrom(row.status)).toSorted(
    (a, b) => Number(b === first) - Number(a === first) || Number(danger.includes(a)) - Number(danger.includes(b)),
  )
  if (order.length === 0) return null
  return (
    <>
      <Buttons aria-label={t('panel.moves')}>
        {order.map((move) => (
          <Button
            key={move}
            variant={move === first ? 'contained' : 'outlined'}
            color={danger.includes(move) ? 'error' : move === first ? 'primary' : 'inherit'}
            disabled={!mayMove}
            aria-keyshortcuts={moveKey[move]}
            onClick={() => act(row, move)}
          >
            {t(`move.${move}`)}
            <Kbd keys={moveKey[move]} />
          </Button>
        ))}
      </Buttons>
      {mayMove ? null : <p>{t('panel.mayNotMove')}</p>}
    </>
  )
}

const Root = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  '& > header': {
    padding: '16px 56px 14px 18px',
    '& h2': { ...theme.typography.h2, margin: '8px 0 2px', outline: 'none', overflowWrap: 'anywhere' },
    '& p': { margin: 0 },
  },
  '& header .when': { fontSize: '1rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& .marks': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 22 },
  '& .vip': { color: theme.vars.palette.tone.warning.text },
  '& .allergy': { color: theme.vars.palette.tone.danger.text },
  '& > section': { padding: '14px 18px', borderTop: `1px solid ${theme.vars.palette.divider}` },
  // What was wrong has been put right; a booking that is over has no steps.
  '& > section:empty, & > .moves:not(:has(button, p))': { display: 'none' },
  '& h3': { ...theme.typography.overline, margin: '0 0 8px', color: theme.vars.palette.text.secondary },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'minmax(88px, auto) 1fr',
    gap: '7px 14px',
    alignItems: 'baseline',
    margin: 0,
    '& dt': { color: theme.vars.palette.text.secondary },
    '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  },
  '& .contact': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28, '& svg': { color: theme.vars.palette.text.secondary } },
  '& a': { color: theme.vars.palette.accent.text, textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  '& .past': { margin: '8px 0 0', color: theme.vars.palette.text.secondary },
  '& .past b': { color: theme.vars.palette.tone.danger.text },
  '& .note': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& .tag': {
    display: 'inline-block',
    margin: '0 6px 6px 0',
    padding: '2px 8px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 4,
    fontSize: '0.8125rem',
  },
}))

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

const GuestSection = ({ row, detail }: { row: ReservationRow; detail: Reservation | undefined }) => {
  const t = useT()
  const { lang } = row.guest
  const past = detail?.guestHistory
  return (
    <Section title={t('panel.guest')}>
      <ReservationContact row={row} bounced={detail?.emailBounced ?? false} />
      <p className="past">
        {lang ? `${t(`lang.${lang}`)} · ` : ''}
        {past === undefined ? (
          <Skeleton width={120} style={{ display: 'inline-block' }} />
        ) : past.visits === 0 ? (
          t('panel.firstVisit')
        ) : (
          t('panel.visits', { count: past.visits })
        )}
        {past?.lastVisitOn ? ` · ${t('panel.lastVisit', { date: formatDate(past.lastVisitOn, 'short') })}` : ''}
        {past && past.cancellations > 0 ? ` · ${t('panel.cancellations', { count: past.cancellations })}` : ''}
        {past && past.noShows > 0 ? (
          <>
            {' · '}
            <b>{t('panel.noShows', { count: past.noShows })}</b>
          </>
        ) : null}
      </p>
    </Section>
  )
}

const Fact = ({ label, text }: { label: string; text: string | false | null | undefined }) =>
  text ? (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  ) : null

const BookingSection = ({ row, detail }: { row: ReservationRow; detail: Reservation | undefined }) => {
  const t = useT()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(row.reference)
    toast.success(t('panel.copied', { reference: row.reference }))
  }
  return (
    <Section title={t('panel.booking')}>
      <dl>
        <dt>{t('panel.reference')}</dt>
        <dd style={{ display: 'flex', alignItems: 'center', gap: 4, margin: '-4px 0' }}>
          <code>{row.reference}</code>
          {navigator.clipboard ? (
            <Button size="small" color="inherit" sx={{ minWidth: 32, padding: 0 }} aria-label={t('panel.copy')} onClick={() => void copy()}>
              <Icon path={mdiContentCopy} size={16} />
            </Button>
          ) : null}
        </dd>
        <dt>{t('panel.source')}</dt>
        <dd>{row.channelName ? `${row.channelName} (${t(`source.${row.source}`)})` : t(`source.${row.source}`)}</dd>
        <Fact label={t('panel.channelReference')} text={detail?.channelReference} />
        <Fact label={t('change.bookingType')} text={detail?.bookingType} />
        {detail?.remote ? <RemoteWord remote={detail.remote} /> : null}
        <dt>{t('panel.bookedAt')}</dt>
        <dd>{formatInstant(row.createdAt, detail?.timezone)}</dd>
        <Fact label={t('panel.override')} text={row.override && t('panel.overrideText')} />
        {detail?.cancelReason ? (
          <>
            <dt>{t('panel.cancelReason')}</dt>
            <dd>
              <ReasonWord by={detail.cancelActor} reason={detail.cancelReason} />
            </dd>
          </>
        ) : null}
      </dl>
    </Section>
  )
}

type ReservationPanelProps = {
  id: string
  /** What the list already knows, so that the panel never opens empty. */
  known: ReservationRow | undefined
  moves: Moves
  /** True when a key opened the panel, or the focus is on another guest's row: then its name takes the focus, once. */
  takesFocus: (id: string) => boolean
  onEdit: () => void
}

/** Everything about one reservation, and every sensible next step (RE3). */
export const ReservationPanel = ({ id, known, moves, takesFocus, onEdit }: ReservationPanelProps) => {
  const t = useT()
  const { data: detail, error, refetch } = useEndpoint(reservations.get, { params: { id } })
  const row = detail ?? known
  const ready = row !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  usePanelKeys(heading, row, { moves, onEdit })
  useEffect(() => {
    if (ready && takesFocus(id)) heading.current?.focus()
  }, [takesFocus, ready, id])
  if (!row) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton />
  const name = guestName(row) || t('guest.unknown')
  return (
    <Root>
      <header>
        <div className="marks">
          <StatusTag status={row.status} />
          <Signs row={{ ...row, tags: row.tags.filter((tag) => /vip/i.test(tag)), notes: null }} />
        </div>
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <p className="when">
          {formatDate(row.startsLocal)} · {row.startsLocal.slice(11)}
          {detail ? `–${formatClock(detail.endsAt, detail.timezone)}` : ''} · {t('covers', { count: row.partySize })}
        </p>
        <p>{[row.areaName, row.venueName, row.test && t('test')].filter((part) => part).join(' · ')}</p>
      </header>
      <ReservationTrouble id={id} detail={detail} />
      <section className="moves">
        <MoveButtons row={row} moves={moves} />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 4, marginTop: 8, marginInlineStart: -10 }}>
          {moves.mayMove && changeable(row.status) ? (
            <Button
              size="small"
              color="inherit"
              startIcon={<Icon path={mdiPencilOutline} size={18} />}
              onClick={onEdit}
              aria-keyshortcuts="e"
            >
              {t('edit')}
            </Button>
          ) : null}
          {moves.mayMove ? <MoreActs row={row} /> : null}
        </div>
      </section>
      <SeatSection row={row} mayMove={moves.mayMove} />
      {row.notes || row.tags.length > 0 ? (
        <Section title={t('panel.notes')}>
          {row.tags.map((tag) => (
            <span className="tag" key={tag}>
              {tag}
            </span>
          ))}
          {row.notes ? <p className="note">{row.notes}</p> : null}
        </Section>
      ) : null}
      <GuestSection row={row} detail={detail} />
      <BookingSection row={row} detail={detail} />
      <Section title={t('messages.title')}>
        <ReservationMessages row={row} detail={detail} maySend={moves.mayMove} />
      </Section>
      <Section title={t('panel.history')}>
        <ReservationHistory id={id} venueId={row.venueId} timezone={detail?.timezone} />
      </Section>
      <Section title={t('panel.journey')}>
        <ReservationJourney id={id} timezone={detail?.timezone} />
      </Section>
    </Root>
  )
}

const PanelSkeleton = () => (
  <div style={{ display: 'grid', gap: 16, padding: '20px 56px 20px 18px' }} aria-busy="true">
    <Skeleton width={110} height={22} />
    <Skeleton width="70%" height={20} />
    <Skeleton width="85%" />
    <Skeleton width="100%" height={36} />
    <Skeleton width="60%" />
  </div>
)
