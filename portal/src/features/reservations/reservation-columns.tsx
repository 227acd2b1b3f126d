import { mdiAlertOutline, mdiClockAlertOutline, mdiCloudSyncOutline, mdiNoteTextOutline, mdiStar, mdiTagOutline } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import { formatInstant, formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { guestName, hasAllergy, isVip, lateMinutes, plainTags } from './reservation-flags.ts'
import { StatusMark } from './status-look.tsx'
import { sourceIcon } from './status-look.tsx'
import { useT } from './use-t.ts'
import { useZones } from './VenuePicker.tsx'

export const features = tableFeatures({ columnVisibilityFeature })

export const columnIds = ['time', 'party', 'guest', 'status', 'area', 'notes', 'source', 'venue', 'created', 'act'] as const
export type ColumnId = (typeof columnIds)[number]

/** Width of a column as a grid track, and from which width of the list on it has room beside those that come before, with gaps and scroll bar. */
export const columnTracks: Record<ColumnId, { track: string; from: number }> = {
  time: { track: '112px', from: 0 },
  party: { track: '52px', from: 0 },
  guest: { track: 'minmax(150px, 1.5fr)', from: 0 },
  status: { track: '168px', from: 0 },
  area: { track: 'minmax(80px, 0.7fr)', from: 1025 },
  notes: { track: 'minmax(110px, 1.4fr)', from: 800 },
  source: { track: 'minmax(96px, 0.7fr)', from: 1133 },
  venue: { track: 'minmax(120px, 1fr)', from: 935 },
  created: { track: '132px', from: 1280 },
  act: { track: '104px', from: 680 },
}

export const Time = ({ row }: { row: ReservationRow }) => {
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

/** Its signs stand beside the name where the list has no room for the column of notes. */
export const Guest = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  return (
    <>
      <span className="name">{guestName(row) || t('guest.unknown')}</span>
      <span className="signs">
        <Signs row={row} />
      </span>
      {row.guest.phone ? <span className="quiet phone-number">{row.guest.phone}</span> : null}
    </>
  )
}

/** The corner marks: a guest who is known, one who may fall ill, one who wrote something. */
export const Signs = ({ row, withText = false }: { row: ReservationRow; withText?: boolean }) => {
  const t = useT()
  const tags = plainTags(row)
  return (
    <>
      {row.undelivered ? (
        <Icon
          className={row.undelivered === 'stuck' ? 'allergy' : 'quiet'}
          path={mdiCloudSyncOutline}
          size={16}
          label={t(`undelivered.${row.undelivered}`)}
        />
      ) : null}
      {isVip(row) ? <Icon className="vip" path={mdiStar} size={16} label={t('sign.vip')} /> : null}
      {hasAllergy(row) ? <Icon className="allergy" path={mdiAlertOutline} size={16} label={t('sign.allergy')} /> : null}
      {tags.length > 0 && !withText ? <Icon path={mdiTagOutline} size={15} label={tags.join(', ')} /> : null}
      {row.notes && !withText ? <Icon path={mdiNoteTextOutline} size={15} label={t('sign.notes')} /> : null}
      {withText
        ? tags.slice(0, 2).map((tag) => (
            <span className="tag" key={tag}>
              {tag}
            </span>
          ))
        : null}
      {withText && row.notes ? (
        <span className="quiet clip" title={row.notes}>
          {row.notes}
        </span>
      ) : null}
    </>
  )
}

export const SourceCell = ({ row }: { row: ReservationRow }) => {
  const t = useT()
  return (
    <>
      <Icon path={sourceIcon[row.source]} size={16} label={t(`source.${row.source}`)} />
      <span className="clip">{row.channelName ?? t(`source.${row.source}`)}</span>
    </>
  )
}

const helper = createColumnHelper<typeof features, ReservationRow>()
/** `act` is drawn by the row itself, which knows what the host may do. */
export const columns = helper.columns([
  helper.display({ id: 'time', cell: ({ row }) => <Time row={row.original} /> }),
  helper.display({ id: 'party', cell: ({ row }) => row.original.partySize }),
  helper.display({ id: 'guest', cell: ({ row }) => <Guest row={row.original} /> }),
  helper.display({ id: 'status', cell: ({ row }) => <StatusMark status={row.original.status} /> }),
  helper.display({ id: 'area', cell: ({ row }) => <span className="clip">{row.original.areaName}</span> }),
  helper.display({ id: 'notes', cell: ({ row }) => <Signs row={row.original} withText /> }),
  helper.display({ id: 'source', cell: ({ row }) => <SourceCell row={row.original} /> }),
  helper.display({ id: 'venue', cell: ({ row }) => <span className="clip">{row.original.venueName}</span> }),
  helper.display({ id: 'created', cell: ({ row }) => <span className="quiet clip">{formatInstant(row.original.createdAt)}</span> }),
  helper.display({ id: 'act', cell: () => null }),
])
