import {
  mdiAccountCheckOutline,
  mdiAlertOctagonOutline,
  mdiAlertOutline,
  mdiClockAlertOutline,
  mdiCloudSyncOutline,
  mdiCloudUploadOutline,
  mdiNoteTextOutline,
  mdiStar,
  mdiTagOutline,
} from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useMemo } from 'react'
import { formatInstant, formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useSentState } from './offline/unsent-moves.ts'
import { guestName } from './guest-name.ts'
import { hasAllergy, isVip, laneOf, lateMinutes, plainTags } from './reservation-flags.ts'
import { primaryMove, sourceIcon, StatusTag } from './status-tag.tsx'
import type { Act, Moves } from './use-moves.ts'
import { useHasTables, useSeatName } from './seating/use-seat-name.ts'
import { useT } from './use-t.ts'
import { useZones } from './VenuePicker.tsx'

const Time = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  const late = lateMinutes(row, useNow())
  const zone = useZones().hintOf(row.venueId)
  return (
    <span className="when">
      <span className="time">{localTime(row.startsLocal)}</span>
      {late === undefined ? null : (
        <span className="late" title={t('late.long', { count: late })}>
          <Icon path={mdiClockAlertOutline} size={14} label={t('late.long', { count: late })} />
          <span aria-hidden="true">{formatNumber(late)}′</span>
        </span>
      )}
      {zone ? <span className="zone">{zone}</span> : null}
    </span>
  )
}

/** The area, and the party's table where the venue works with them. */
const Place = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  const single = useZones().single?.id
  const table = useSeatName(row, single)
  const without = useHasTables(single) && table === null && laneOf(row) !== 'done'
  const area = row.areaName ? `${table || without ? ' · ' : ''}${row.areaName}` : ''
  // The table first: of a long line the end is cut.
  return (
    <span className="where">
      {table ? <b>{table}</b> : without ? <span className="without">{t('place.none')}</span> : null}
      {area}
    </span>
  )
}
const placeCell = (row: ReservationRow) => <Place row={row} />

/** Its signs stand beside the name where the list has no room for the column of notes. */
const Guest = ({ row, narrow = false }: { row: ReservationRow; narrow?: boolean }) => {
  const t = useT()
  // Where area and venue stand below, the notes have more room beside the name.
  const beside = useZones().single === undefined && !narrow
  const notes = row.notes ? <span className="in-notes">{row.notes}</span> : null
  return (
    <>
      <span className="who">
        <span className="first">
          <span className="name">{guestName(row) || t('guest.unknown')}</span>
          {row.test ? <Tag tone="neutral">{t('test')}</Tag> : null}
          <span className="signs">
            <Signs row={row} />
          </span>
          {beside ? notes : null}
        </span>
        <span className="under">
          {row.areaName ? (
            <span className="in-area">
              <Place row={row} />
            </span>
          ) : null}
          <span className="in-venue">{row.venueName}</span>
          {beside ? null : notes}
          {row.guest.phone ? <span className="phone-number">{row.guest.phone}</span> : null}
        </span>
      </span>
    </>
  )
}

/** One tag whole says more than the beginnings of several. */
const Tags = ({ tags: [first, ...others] }: { tags: readonly string[] }) => {
  if (first === undefined) return null
  const rest = others.join(', ')
  return (
    <>
      <span className="tag" title={first}>
        {first}
      </span>
      {others.length > 0 ? (
        <span className="tag" title={rest}>
          <span aria-hidden="true">+{others.length}</span>
          <VisuallyHidden>{rest}</VisuallyHidden>
        </span>
      ) : null}
    </>
  )
}

/** What the guest said on the page of his booking. */
const Said = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  return (
    <>
      {row.guestConfirmedAt ? <Icon className="quiet" path={mdiAccountCheckOutline} size={16} label={t('sign.comes')} /> : null}
      {row.lateMinutes ? (
        <Icon className="allergy" path={mdiClockAlertOutline} size={16} label={t('sign.late', { count: row.lateMinutes })} />
      ) : null}
    </>
  )
}

const Grave = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  return (
    <>
      {isVip(row) ? <Icon className="vip" path={mdiStar} size={16} label={t('sign.vip')} /> : null}
      {hasAllergy(row) ? <Icon className="allergy" path={mdiAlertOutline} size={16} label={t('sign.allergy')} /> : null}
    </>
  )
}

type SignsProps = {
  row: ReservationRow
  withText?: boolean
  /** False where what must not be overlooked stands in a place of its own. */
  grave?: boolean
}

/** The corner marks: a guest who is known, one who may fall ill, one who wrote something. */
export const Signs = ({ row, withText = false, grave = true }: SignsProps) => {
  const t = useT()
  const tags = plainTags(row)
  const sent = useSentState(row.id)
  return (
    <>
      {sent === 'refused' ? <Icon className="allergy" path={mdiAlertOctagonOutline} size={16} label={t('away.refused')} /> : null}
      {sent === 'unsent' ? <Icon className="allergy" path={mdiCloudUploadOutline} size={16} label={t('away.sign')} /> : null}
      {row.undelivered ? (
        <Icon
          className={row.undelivered === 'stuck' ? 'allergy' : 'quiet'}
          path={mdiCloudSyncOutline}
          size={16}
          label={t(`undelivered.${row.undelivered}`)}
        />
      ) : null}
      <Said row={row} />
      {grave ? <Grave row={row} /> : null}
      {tags.length > 0 && !withText ? <Icon path={mdiTagOutline} size={15} label={tags.join(', ')} /> : null}
      {row.notes && !withText ? <Icon path={mdiNoteTextOutline} size={15} label={t('sign.notes')} /> : null}
      {withText ? <Tags tags={tags} /> : null}
      {withText && row.notes ? (
        <span className="quiet noted" title={row.notes}>
          {row.notes}
        </span>
      ) : null}
    </>
  )
}

const SourceCell = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  return (
    <>
      <Icon path={sourceIcon[row.source]} size={16} label={t(`source.${row.source}`)} />
      <span className="clip">{row.channelName ?? t(`source.${row.source}`)}</span>
    </>
  )
}

const ActButton = ({ row, onAct }: { row: ReservationRow; onAct: Act }) => {
  const t = useT()
  const late = lateMinutes(row, useNow()) !== undefined
  const move = primaryMove[row.status]
  if (!move) return null
  return (
    <button
      type="button"
      className={late ? 'act due' : 'act'}
      // Rows are worked by their keys; a second stop in every row would double the way through the list.
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onAct(row, move)
      }}
    >
      {t(`move.${move}`)}
    </button>
  )
}

type PhoneCellsProps = { row: ReservationRow; moves: Pick<Moves, 'mayMove' | 'act'> }

/** A row on a screen too narrow for columns; its next step is one touch, as in the columns. */
export const PhoneCells = ({ row, moves: { mayMove, act } }: PhoneCellsProps) => (
  <div className="on-phone">
    <Time row={row} />
    <span className="party">{row.partySize}</span>
    <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 3, minWidth: 0 }}>
      <span style={{ display: 'flex', gap: 6, maxWidth: '100%' }}>
        <Guest row={row} narrow />
      </span>
      <StatusTag status={row.status} />
    </div>
    {mayMove ? <ActButton row={row} onAct={act} /> : null}
  </div>
)

const timeCell = (row: ReservationRow) => <Time row={row} />
const partyCell = (row: ReservationRow) => <span className="party">{row.partySize}</span>
const guestCell = (row: ReservationRow) => <Guest row={row} />
const Created = ({ row: { createdAt, venueId } }: { row: ReservationRow }) => (
  <span className="quiet clip">{formatInstant(createdAt, useZones().zoneOf(venueId))}</span>
)
const createdCell = (row: ReservationRow) => <Created row={row} />

type Shape = { severalVenues: boolean; byCreation: boolean; moves: Pick<Moves, 'mayMove' | 'act'> }

/** `from` is the width from which a column has room beside those that come before it, with gaps and scroll bar. */
export const useReservationColumns = ({ severalVenues, byCreation, moves: { mayMove, act } }: Shape): readonly Column<ReservationRow>[] => {
  const t = useT()
  return useMemo(() => {
    const columns: readonly Column<ReservationRow>[] = [
      { id: 'time', title: t('column.time'), width: '96px', cell: timeCell, sort: 'startsAt' },
      { id: 'party', title: t('column.party'), width: '52px', cell: partyCell, align: 'end' },
      { id: 'guest', title: t('column.guest'), width: 'minmax(150px, 1.5fr)', cell: guestCell },
      { id: 'status', title: t('column.status'), width: '168px', cell: ({ status }) => <StatusTag status={status} /> },
      { id: 'area', title: t('column.area'), width: 'minmax(80px, 0.7fr)', cell: placeCell, from: 1025 },
      // Room for every sign, one tag and the beginning of the notes: with less, signs beside the name say it all.
      { id: 'notes', title: t('column.notes'), width: 'minmax(150px, 1.4fr)', cell: (row) => <Signs row={row} withText />, from: 800 },
      { id: 'source', title: t('column.source'), width: 'minmax(96px, 0.7fr)', cell: (row) => <SourceCell row={row} />, from: 1133 },
      { id: 'venue', title: t('column.venue'), width: 'minmax(120px, 1fr)', cell: ({ venueName }) => venueName, from: 935 },
      // A list in the order of creation says when that was as long as there is any room for it.
      { id: 'created', title: t('column.created'), width: '132px', cell: createdCell, sort: 'createdAt', from: byCreation ? 0 : 1280 },
      {
        id: 'act',
        title: t('column.act'),
        width: '104px',
        cell: (row) => (mayMove ? <ActButton row={row} onAct={act} /> : null),
        from: 680,
      },
    ]
    return columns.filter(({ id }) => severalVenues || id !== 'venue')
  }, [t, severalVenues, byCreation, mayMove, act])
}
