import { mdiLanConnect } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { LinkMove } from '@tablewire/contracts/channels/channels.rules'
import { links, type VenueChannel } from '@tablewire/contracts/channels/links'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { useAbility } from '#src/api/ability.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ConnectResults } from './ConnectResults.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { linkGroups } from './link-groups.ts'
import { LinkRow } from './LinkRow.tsx'
import { type PendingMove, isAsked, MoveDialogs } from './MoveDialogs.tsx'
import { useConnectMany } from './use-connect-many.ts'
import { useLinkMoves } from './use-link-moves.ts'
import { useT } from './use-t.ts'

const Group = styled('section')(({ theme }) => ({
  marginBlockEnd: theme.spacing(2.5),
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(0.5, 1), minHeight: 34, marginBlockEnd: 6 },
  '& > header > h2': { ...theme.typography.h2, margin: 0, flex: '1 1 160px' },
  '& > header small': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', fontWeight: 500, marginInlineStart: 6 },
  '& > ul': {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    border: '1px solid var(--skin-edge)',
    boxShadow: 'var(--skin-shadow)',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
  },
}))

type Picking = { chosen: ReadonlySet<string>; set: (ids: ReadonlySet<string>) => void; connect: () => void; busy: boolean }
const PickBar = ({ open, picking: { chosen, set, connect, busy } }: { open: readonly VenueChannel[]; picking: Picking }) => {
  const t = useT()
  return (
    <>
      <Button
        size="small"
        color="inherit"
        onClick={() => set(chosen.size === open.length ? new Set() : new Set(open.map((one) => one.channelId)))}
      >
        {t(chosen.size === open.length ? 'bulk.none' : 'bulk.all')}
      </Button>
      <Button size="small" variant="contained" disabled={chosen.size === 0} loading={busy} onClick={connect}>
        {chosen.size === 0 ? t('do.connect') : t('bulk.connect', { count: chosen.size })}
      </Button>
    </>
  )
}

/** CH1: every channel for one venue, what needs doing first. */
export const VenueCatalogue = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const query = useEndpoint(links.list, { params: { id: venueId } })
  const { move, check, busy } = useLinkMoves(venueId)
  const many = useConnectMany(venueId)
  const [pendingMove, setPendingMove] = useState<PendingMove>()
  const [history, setHistory] = useState<VenueChannel>()
  const [limited, setLimited] = useState<VenueChannel>()
  const mayLimit = useAbility().can('update', 'channel-management')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (query.isPending) return <RowsSkeleton rows={8} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const open = query.data.filter(({ state, moves }) => state === 'not_enabled' && moves.includes('connect'))
  const picking: Picking = {
    chosen,
    set: setChosen,
    busy: many.running,
    connect: () => void many.connect(open.filter(({ channelId }) => chosen.has(channelId))).then(() => setChosen(new Set())),
  }
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const act = (link: VenueChannel, name: LinkMove): void => (isAsked(name) ? setPendingMove({ link, move: name }) : move(link, name))
  return (
    <>
      {many.outcomes ? <ConnectResults outcomes={many.outcomes} running={many.running} onClose={many.clear} /> : null}
      {linkGroups.map(({ id, states }) => {
        const rows = query.data.filter(({ state }) => (states as readonly string[]).includes(state))
        if (rows.length === 0 && id !== 'open') return null
        return (
          <Group key={id} aria-labelledby={`links-${id}`}>
            <header>
              <h2 id={`links-${id}`}>
                {t(`group.${id}`)}
                <small>{rows.length}</small>
              </h2>
              {id === 'open' && open.length > 1 ? <PickBar open={open} picking={picking} /> : null}
            </header>
            {rows.length === 0 ? (
              <EmptyState icon={mdiLanConnect} title={t('none')} hint={t('none.hint')} />
            ) : (
              <ul>
                {rows.map((link) => (
                  <LinkRow
                    key={link.channelId}
                    link={link}
                    busy={busy === link.channelId}
                    pick={
                      open.length > 1 && open.includes(link)
                        ? { on: chosen.has(link.channelId), toggle: () => toggle(link.channelId) }
                        : undefined
                    }
                    onMove={(name) => act(link, name)}
                    onCheck={() => check(link)}
                    onHistory={() => setHistory(link)}
                    onLimits={mayLimit ? () => setLimited(link) : undefined}
                  />
                ))}
              </ul>
            )}
          </Group>
        )
      })}
      <MoveDialogs
        pending={pendingMove}
        busy={busy !== undefined}
        onClose={() => setPendingMove(undefined)}
        onConfirm={(reason) =>
          pendingMove && move(pendingMove.link, pendingMove.move, { ...(reason ? { reason } : {}), after: () => setPendingMove(undefined) })
        }
      />
      {limited ? <LimitsDialog venueId={venueId} link={limited} onClose={() => setLimited(undefined)} /> : null}
      {history ? <HistoryDialog venueId={venueId} link={history} onClose={() => setHistory(undefined)} /> : null}
    </>
  )
}
