import { mdiChevronRight } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { Connection } from '@tablewire/contracts/operations/traces'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { checkInWords, healthInWords } from './connection-words.ts'
import { useT } from './use-t.ts'
import { TracesLink } from './ConnectionLinks.tsx'

const Root = styled('li')(({ theme }) => ({
  padding: theme.spacing(0.5, 1.5, 0.5, 0.5),
  '* + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 38,
    padding: '2px 6px',
    borderRadius: theme.vars.shape.borderRadius,
    cursor: 'pointer',
    listStyle: 'none',
    fontSize: '0.875rem',
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { flexShrink: 0, color: theme.vars.palette.text.secondary },
    '& > b': { flexShrink: 0, fontWeight: 600 },
    '& > span': {
      minWidth: 0,
      marginInlineStart: 8,
      overflow: 'hidden',
      color: theme.vars.palette.text.secondary,
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  },
  '& details[open] summary > svg': { transform: 'rotate(90deg)' },
  '& details[open] summary > span': { display: 'none' },
  '& ul': { margin: 0, padding: theme.spacing(0, 0, 0.5), paddingInlineStart: theme.spacing(3.75), listStyle: 'none' },
  '& ul > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(170px, 1.2fr) minmax(0, 2.4fr) auto',
    alignItems: 'center',
    gap: theme.spacing(0.25, 1.5),
    minHeight: 34,
    borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '0.8125rem',
    '& > b': { fontSize: '0.875rem', fontWeight: 500, overflowWrap: 'anywhere' },
    '& > span': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  },
  [theme.breakpoints.down('sm')]: {
    '& ul > li': { gridTemplateColumns: 'minmax(0, 1fr) auto', paddingBlock: 4, '& > span': { gridColumn: '1 / -1', gridRow: 2 } },
  },
}))

/** Nothing was exchanged with them for a day: how many there are, and on demand which. */
export const IdleConnections = ({ connections }: { connections: readonly Connection[] }) => {
  const t = useT()
  const says = useFaultWords()
  if (connections.length === 0) return null
  return (
    <Root>
      <details>
        <summary>
          <Icon path={mdiChevronRight} size={20} />
          <b>{t('health.quiet', { count: connections.length })}</b>
          <span>{connections.map(({ name }) => name).join(', ')}</span>
        </summary>
        <ul>
          {connections.map((connection) => (
            <li key={connection.id}>
              <b>{connection.name}</b>
              <span>{checkInWords(t, says, connection) ?? healthInWords(t, connection)}</span>
              <TracesLink connection={connection} />
            </li>
          ))}
        </ul>
      </details>
    </Root>
  )
}
