import { keyframes } from '@emotion/react'
import { mdiClockAlertOutline } from '@mdi/js'
import { styled, useTheme } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { memo, useMemo } from 'react'
import { formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { Signs } from './reservation-columns.tsx'
import { guestName, hasAllergy, isVip, laneOf, lateMinutes, plainTags } from './reservation-flags.ts'
import { primaryMove, statusLook } from './status-look.tsx'
import { arrivals, fadeDelay, useMark } from './use-live-reservations.ts'
import type { Act } from './use-moves.ts'
import { useT } from './use-t.ts'

export const columnWidth = 196
export const columnGap = 8

const arrive = keyframes({ from: { backgroundColor: 'var(--fresh)' } })

/** The service view: columns of one interval each, three lanes under one another, or an agenda where there is no room for columns. */
export const DayRoot = styled('div')(({ theme }) => {
  const { palette } = theme.vars
  return {
    '--fresh': palette.accent.soft,
    position: 'relative',
    flex: 1,
    minHeight: 0,
    minWidth: 0,
    overflow: 'auto',
    border: '1px solid var(--skin-edge)',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: palette.background.paper,
    '& .board': { position: 'relative', width: 'max(100%, var(--board))', minHeight: '100%' },
    '& .heads, & .columns': { display: 'grid', gridTemplateColumns: 'var(--columns)', gap: columnGap, padding: '0 12px' },
    '& .heads': {
      position: 'sticky',
      top: 0,
      zIndex: 3,
      backgroundColor: palette.background.paper,
      borderBottom: `1px solid ${palette.divider}`,
    },
    '& .columns': { position: 'relative', alignItems: 'start', padding: '8px 12px 14px' },
    '& .columns > ul, & .agenda ul': { display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' },
    '& .shift': {
      gridRow: 1,
      padding: '8px 0 0',
      color: palette.text.secondary,
      fontSize: '0.75rem',
      fontWeight: 600,
      '& > span': { position: 'sticky', left: 12 },
    },
    '& .head': { gridRow: 2, padding: '4px 0 8px' },
    '& .head.first': { marginLeft: -6, paddingLeft: 6, borderLeft: `1px solid ${palette.divider}` },
    '& .head b': { display: 'block', fontSize: '0.9375rem', fontVariantNumeric: 'tabular-nums' },
    '& .used': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      marginRight: 10,
      color: palette.text.secondary,
      fontSize: '0.75rem',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
    },
    '& .used.full': { color: palette.tone.warning.text, fontWeight: 700 },
    '& .used.over': { color: palette.tone.danger.text, fontWeight: 700 },
    '& .lane > h2': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      display: 'inline-flex',
      alignItems: 'center',
      gap: 8,
      margin: 0,
      padding: '10px 14px 0',
      fontSize: '0.875rem',
      fontWeight: 600,
      '& small': { color: palette.text.secondary, fontSize: '0.8125rem', fontWeight: 400 },
    },
    '& .lane > h2 > button': {
      all: 'unset',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      cursor: 'pointer',
      borderRadius: 3,
      '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 2 },
    },
    '& .lane + .lane': { borderTop: `1px solid ${palette.divider}` },
    '& .lane > p': {
      margin: 0,
      padding: '6px 14px 14px',
      color: palette.text.secondary,
      fontSize: '0.8125rem',
      position: 'sticky',
      left: 0,
      width: 'max-content',
    },
    '& .agenda': { padding: '4px 12px 14px' },
    '& .agenda .head': { display: 'flex', alignItems: 'baseline', gap: 10, padding: '12px 0 6px' },
    '& .agenda .now': {
      position: 'relative',
      left: 0,
      width: '100%',
      height: 0,
      margin: '8px 0',
      borderLeft: 0,
      borderTop: `2px solid ${palette.tone.danger.solid}`,
    },
    '& .now': {
      position: 'absolute',
      top: 0,
      bottom: 0,
      zIndex: 0,
      width: 0,
      borderLeft: `2px solid ${palette.tone.danger.solid}`,
      pointerEvents: 'none',
    },
    '& .clock': {
      position: 'absolute',
      bottom: 0,
      transform: 'translate(-50%, 50%)',
      padding: '1px 6px',
      borderRadius: 4,
      backgroundColor: palette.tone.danger.soft,
      color: palette.tone.danger.text,
      fontSize: '0.6875rem',
      fontWeight: 700,
      fontVariantNumeric: 'tabular-nums',
    },
    '& .card': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      gap: '1px 10px',
      minHeight: 62,
      padding: '7px 8px 7px 11px',
      border: `1px solid ${palette.divider}`,
      borderLeft: '4px solid var(--edge)',
      borderRadius: theme.vars.shape.borderRadius,
      backgroundColor: palette.background.paper,
      fontSize: '0.8125rem',
      '&:hover': { backgroundColor: palette.ground.hover },
      '&.selected': { backgroundColor: palette.ground.selected },
      '&.fresh': { animation: `${arrive} 4s ease-out var(--delay, 0ms) backwards` },
      '&.off .name': { textDecoration: 'line-through', color: palette.text.secondary },
    },
    '& .size': {
      gridRow: '1 / 3',
      alignSelf: 'center',
      minWidth: 24,
      fontSize: '1.5rem',
      fontWeight: 700,
      lineHeight: 1,
      textAlign: 'center',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .open': {
      all: 'unset',
      minWidth: 0,
      cursor: 'pointer',
      '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
      '&:focus-visible::after': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 1 },
    },
    '& .name': {
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: '0.875rem',
      fontWeight: 600,
      paddingRight: 'var(--flags, 0px)',
    },
    '& .flags': { position: 'absolute', top: 7, right: 7, display: 'flex', gap: 3, color: palette.text.secondary },
    '& .vip': { color: palette.tone.warning.text },
    '& .allergy': { color: palette.tone.danger.text },
    '& .facts': {
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      minWidth: 0,
      color: palette.text.secondary,
      whiteSpace: 'nowrap',
      '& > .clip': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
      '& > svg': { color: 'var(--ink)' },
    },
    '& .late': { display: 'inline-flex', alignItems: 'center', gap: 2, color: palette.tone.danger.text, fontWeight: 700 },
    '& .act': {
      all: 'unset',
      position: 'relative',
      zIndex: 1,
      marginLeft: 'auto',
      padding: '1px 8px',
      border: `1px solid ${palette.divider}`,
      borderRadius: 4,
      backgroundColor: palette.background.paper,
      color: palette.text.primary,
      fontSize: '0.75rem',
      fontWeight: 600,
      cursor: 'pointer',
      '&:hover': { borderColor: palette.text.secondary },
      '@media (pointer: coarse)': { padding: '9px 12px' },
    },
    '& .dot': {
      position: 'absolute',
      left: -6,
      top: -4,
      width: 10,
      height: 10,
      borderRadius: '50%',
      backgroundColor: palette.accent.ring,
      boxShadow: `0 0 0 2px ${palette.background.paper}`,
    },
  }
})

type DayCardProps = {
  row: ReservationRow
  column: number
  /** What the head of its column says already. */
  columnTime: string
  current: boolean
  selected: boolean
  mayMove: boolean
  onOpen: (id: string, byKey: boolean) => void
  onCurrent: (id: string) => void
  onAct: Act
}

const signsOf = (row: ReservationRow): number =>
  Number(isVip(row)) + Number(hasAllergy(row)) + Number(plainTags(row).length > 0) + Number(Boolean(row.notes))

/** A party: its size to be read across the room, its status as colour, shape and word, what matters about it in the corner. */
export const DayCard = memo(({ row, column, columnTime, current, selected, mayMove, onOpen, onCurrent, onAct }: DayCardProps) => {
  const t = useT()
  const { palette } = useTheme().vars
  const { id, status } = row
  const mark = useMark(id)
  const delay = useMemo(() => fadeDelay(mark), [mark])
  const late = lateMinutes(row, useNow())
  const { tone, icon } = statusLook[status]
  const move = primaryMove[status]
  const off = laneOf(row) === 'done' && status !== 'completed'
  const colours = {
    '--edge': palette.tone[tone].solid,
    '--ink': palette.tone[tone].text,
    '--delay': delay,
    '--flags': `${signsOf(row) * 19}px`,
  }
  return (
    <li
      className={['card', ...(selected ? ['selected'] : []), ...(mark ? ['fresh'] : []), ...(off ? ['off'] : [])].join(' ')}
      style={colours as object}
    >
      <span className="size">
        {row.partySize}
        <VisuallyHidden> {t('guests')}</VisuallyHidden>
      </span>
      <button
        type="button"
        className="open"
        data-reservation={id}
        data-lane={laneOf(row)}
        data-column={column}
        tabIndex={current ? 0 : -1}
        aria-current={selected || undefined}
        // Its ground is the whole card.
        onMouseMove={() => arrivals.seen(id)}
        onClick={({ detail }) => onOpen(id, detail === 0)}
        onFocus={() => {
          onCurrent(id)
          arrivals.seen(id)
        }}
      >
        <span className="name">{guestName(row) || t('guest.unknown')}</span>
      </button>
      <span className="facts">
        <Icon path={icon} size={15} label={t(`status.${status}`)} />
        {localTime(row.startsLocal) === columnTime ? null : <span>{localTime(row.startsLocal)}</span>}
        {late === undefined ? null : (
          <span className="late" title={t('late.long', { count: late })}>
            <Icon path={mdiClockAlertOutline} size={14} label={t('late.long', { count: late })} />
            <span aria-hidden="true">{formatNumber(late)}′</span>
          </span>
        )}
        <span className="clip">{row.areaName}</span>
        {move && mayMove ? (
          <button type="button" className="act" tabIndex={-1} onClick={() => onAct(row, move)}>
            {t(`move.${move}`)}
            <VisuallyHidden>: {guestName(row)}</VisuallyHidden>
          </button>
        ) : null}
      </span>
      <span className="flags">
        <Signs row={row} />
      </span>
      {mark?.kind === 'new' ? (
        <span className="dot">
          <VisuallyHidden>{t('mark.new')}</VisuallyHidden>
        </span>
      ) : null}
    </li>
  )
})
