import { mdiDotsVertical, mdiOpenInNew } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import type { LinkMove } from '@tablewire/contracts/channels/channels.rules'
import type { VenueChannel } from '@tablewire/contracts/channels/links'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { StateMark } from './state-mark.tsx'
import { useLinkWords } from './use-link-words.ts'
import { useT } from './use-t.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'start',
  gap: theme.spacing(0.5, 1.5),
  padding: theme.spacing(1.5, 2),
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& > .face': {
    display: 'grid',
    placeItems: 'center',
    width: 36,
    height: 36,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.ground.sunken,
    color: theme.vars.palette.text.secondary,
    fontWeight: 700,
  },
  '& > .pick': { margin: '-3px 0 0 -3px' },
  '& h3': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', margin: 0, fontSize: '0.9375rem', fontWeight: 600 },
  '& p': { margin: '3px 0 0', fontSize: '0.875rem', lineHeight: 1.45, overflowWrap: 'anywhere' },
  '& p.quiet': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& p.quiet > span + span::before': { content: '"·"', margin: '0 6px' },
  '& > .acts': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center', gap: theme.spacing(1) },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    '& > .acts': { gridRow: 2, gridColumn: '2 / -1', justifyContent: 'flex-start', marginBlockStart: 6 },
    '& > .acts:empty': { display: 'none' },
  },
}))

/** The one thing to do next; everything else stands in the menu. */
const nextOf = ({ state, moves }: VenueChannel): LinkMove | undefined => {
  const first: Partial<Record<VenueChannel['state'], LinkMove[]>> = {
    error: ['recover', 'connect'],
    rejected: ['connect'],
    action_required: ['done'],
    requested: ['approve'],
    in_review: ['approve'],
    paused: ['resume'],
    not_enabled: ['connect'],
  }
  return first[state]?.find((move) => moves.includes(move))
}

type Props = {
  link: VenueChannel
  busy: boolean
  /** Where several are connected at once. */
  pick?: { on: boolean; toggle: () => void } | undefined
  onMove: (move: LinkMove) => void
  onCheck: () => void
  onHistory: () => void
  /** Only for whoever may change how the venue stands. */
  onLimits?: (() => void) | undefined
}

const MoreMenu = ({ link, next, onMove, onCheck, onHistory, onLimits }: Props & { next: LinkMove | undefined }) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (run: () => void) => () => {
    setAnchor(null)
    run()
  }
  const waits = link.checked && (link.state === 'requested' || link.state === 'in_review' || link.state === 'action_required')
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('do.more', { name: link.name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {waits && link.moves.length > 0 ? <MenuItem onClick={choose(onCheck)}>{t('do.check')}</MenuItem> : null}
        {link.moves
          .filter((move) => move !== next && move !== 'fail')
          .map((move) => (
            <MenuItem key={move} onClick={choose(() => onMove(move))}>
              {t(`do.${move as Exclude<LinkMove, 'fail'>}`)}
            </MenuItem>
          ))}
        {onLimits && link.state !== 'not_enabled' ? <MenuItem onClick={choose(onLimits)}>{t('do.limits')}</MenuItem> : null}
        <MenuItem onClick={choose(onHistory)}>{t('do.history')}</MenuItem>
      </Menu>
    </>
  )
}

/** The way to where the channel wants something done, and the next step. */
const Acts = ({ link, busy, onMove, next }: Props & { next: ReturnType<typeof nextOf> }) => {
  const t = useT()
  const address = link.connectUrl ?? link.subscribeUrl
  const again = link.state === 'error' || link.state === 'rejected'
  return (
    <div className="acts">
      {address && link.moves.includes('done') ? (
        <Button
          variant="contained"
          size="small"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          endIcon={<Icon path={mdiOpenInNew} size={16} />}
        >
          {t('do.go', { name: link.name })}
          <VisuallyHidden> ({t('newTab')})</VisuallyHidden>
        </Button>
      ) : null}
      {next && next !== 'fail' ? (
        <Button
          variant={address || link.state === 'not_enabled' ? 'outlined' : 'contained'}
          size="small"
          loading={busy}
          onClick={() => onMove(next)}
        >
          {t(again && next === 'connect' ? 'do.reconnect' : `do.${next}`)}
          <VisuallyHidden> {link.name}</VisuallyHidden>
        </Button>
      ) : null}
    </div>
  )
}

export const LinkRow = (props: Props) => {
  const { link, pick } = props
  const t = useT()
  const words = useLinkWords()
  const next = nextOf(link)
  const waiting = words.waiting(link)
  const health = words.health(link)
  return (
    <Row>
      {pick ? (
        <Checkbox
          className="pick"
          checked={pick.on}
          onChange={pick.toggle}
          slotProps={{ input: { 'aria-label': t('pick', { name: link.name }) } }}
        />
      ) : (
        <span className="face" aria-hidden="true">
          {link.name.charAt(0).toUpperCase()}
        </span>
      )}
      <div>
        <h3>
          {link.name} <StateMark state={link.state} />
        </h3>
        <p>{words.standing(link)}</p>
        {link.state === 'action_required' && link.steps ? <p>{link.steps}</p> : null}
        {waiting ? <p className="quiet">{waiting}</p> : null}
        {health.length > 0 ? (
          <p className="quiet">
            {health.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        ) : null}
      </div>
      <Acts {...props} next={next} />
      <div>
        <MoreMenu {...props} next={next} />
      </div>
    </Row>
  )
}
