import { styled } from '@mui/material/styles'
import type { LinkState } from '@tablewire/contracts/channels/channels.rules'
import type { VenueLinks } from '@tablewire/contracts/channels/links'
import { useMemo } from 'react'
import { linkTone } from '#src/api/link-tone.ts'
import type { BookingChannel } from '#src/api/stored-session.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { trouble } from './link-groups.ts'
import { icons, StateMark } from './state-mark.tsx'
import { useT } from './use-t.ts'

const stateOn = (row: VenueLinks, channelId: string): LinkState =>
  row.links.find((link) => link.channelId === channelId)?.state ?? 'not_enabled'

/** What is not connected, and what simply runs, is the rule in a large table, and stays out of the way of what is not. */
const QuietMark = ({ state }: { state: LinkState }) => {
  const t = useT()
  if (state === 'live')
    return (
      <span className="quiet" style={{ display: 'inline-flex', alignItems: 'center', gap: 5 }}>
        <Icon path={icons.live} size={14} />
        {t('state.live')}
      </span>
    )
  // Without its sign, so that more channels have room beside each other.
  if (state !== 'not_enabled') return <Tag tone={linkTone[state]}>{t(`state.${state}`)}</Tag>
  return (
    <span className="quiet">
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('state.not_enabled')}</VisuallyHidden>
    </span>
  )
}

const Sign = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'inline-flex',
  marginInlineEnd: 6,
  verticalAlign: 'text-bottom',
  color: theme.vars.palette.tone[tone].text,
}))

/** What is wrong anywhere is said before the name: its channel's column may have no room on this screen. */
const Troubled = ({ row, channels }: { row: VenueLinks; channels: readonly BookingChannel[] }) => {
  const t = useT()
  const bad = trouble.find((one) => row.links.some((link) => link.state === one))
  if (!bad) return null
  const where = channels.filter(({ id }) => stateOn(row, id) === bad).map(({ name }) => name)
  const label = `${t(`state.${bad}`)}: ${where.join(', ')}`
  return (
    <Sign tone={linkTone[bad]} title={label} data-tour="failing">
      <Icon path={icons[bad]} size={16} label={label} />
    </Sign>
  )
}

/** A column for each channel, and what of a row fits on a phone: what is wrong, and where it is live. */
export const useTableColumns = (all: readonly BookingChannel[]) => {
  const t = useT()
  return useMemo(() => {
    const columns: Column<VenueLinks>[] = [
      {
        id: 'venue',
        title: t('column.venue'),
        width: 'minmax(150px, 1.6fr)',
        always: true,
        cell: (row) => (
          <span className="clip" data-tour="channels">
            <Troubled row={row} channels={all} />
            <span className="main">{row.name}</span> {row.city ? <span className="quiet">{row.city}</span> : null}
          </span>
        ),
      },
      ...all.map((channel, index) => ({
        id: channel.id,
        title: channel.name,
        // The longest state in any language stands there whole.
        width: 'minmax(112px, 1fr)',
        from: 330 + index * 124,
        cell: (row: VenueLinks) => <QuietMark state={stateOn(row, channel.id)} />,
      })),
    ]
    const phone = (row: VenueLinks) => {
      const bad = trouble.find((one) => row.links.some((link) => link.state === one))
      const live = all.filter(({ id }) => stateOn(row, id) === 'live').map(({ name }) => name)
      return (
        <>
          <span className="clip" data-tour={bad ? 'failing' : 'channels'}>
            <span className="main">{row.name}</span> {bad ? <StateMark state={bad} /> : null}
          </span>
          <span className="clip quiet">{live.join(', ') || t('state.not_enabled')}</span>
        </>
      )
    }
    return { columns, phone }
  }, [all, t])
}
