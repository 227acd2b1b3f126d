import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { Connection } from '@tablewire/contracts/operations/traces'
import { recoveredKind } from './connection-words.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '2px 6px', marginInlineStart: -8 })

type TraceLink = { to: string; search: Record<string, string>; label: string; urgent?: boolean }

/** The lists behind what waits for a connection, and behind what went wrong there. */
const useListLinks = (connection: Connection): TraceLink[] => {
  const t = useT()
  const { kind, id, waiting, undelivered, state, error } = connection
  const was = recoveredKind(connection)
  const slow = state === 'slow' || was?.errorShare === 0
  const trouble = { to: '/traces', search: { [kind]: id, ...(slow ? { slow: '1000' } : { outcome: 'trouble' }) } }
  return [
    ...(undelivered > 0
      ? [
          {
            to: '/traces',
            search: { channel: id, flow: 'hub-channel', outcome: 'trouble', span: '720' },
            label: t('line.undelivered', { count: undelivered }),
            urgent: true,
          },
        ]
      : []),
    ...(waiting > 0
      ? [
          {
            to: '/traces',
            search: { [kind]: id, flow: kind === 'system' ? 'hub-system' : 'hub-channel', outcome: 'trouble', span: '168' },
            label: t(kind === 'system' ? 'line.bookings' : 'line.webhooks', { count: waiting }),
            urgent: true,
          },
        ]
      : []),
    ...(error || was || (state !== 'fine' && state !== 'idle') ? [{ ...trouble, label: t('line.trouble') }] : []),
  ]
}

type ListLinkProps = { way: TraceLink; of: Connection }
const ListLink = ({ way: { to, search, label, urgent }, of }: ListLinkProps) => (
  <Button
    component={Link}
    to={to}
    search={search as never}
    size="small"
    color={urgent ? 'error' : 'inherit'}
    // The same words stand in every line: who hears them hears whose they are.
    aria-label={`${label}: ${of.name}`}
  >
    {label}
  </Button>
)

export const ConnectionLinks = ({ connection }: { connection: Connection }) => {
  const ways = useListLinks(connection)
  if (ways.length === 0) return null
  return (
    <Root>
      {ways.map((way) => (
        <ListLink key={way.label} way={way} of={connection} />
      ))}
    </Root>
  )
}

/** Everything that was exchanged with it. */
export const TracesLink = ({ connection }: { connection: Connection }) => {
  const t = useT()
  return <ListLink way={{ to: '/traces', search: { [connection.kind]: connection.id }, label: t('line.traces') }} of={connection} />
}
