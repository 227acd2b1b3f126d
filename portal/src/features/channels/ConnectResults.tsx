import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { StateMark } from './state-mark.tsx'
import type { Outcome } from './use-connect-many.ts'
import { useT } from './use-t.ts'

const Box = styled('section')(({ theme }) => ({
  margin: theme.spacing(0, 0, 2),
  padding: theme.spacing(1.5, 2),
  border: '1px solid var(--skin-edge)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& h2': { ...theme.typography.h2, margin: 0 },
  '& ul': { margin: '8px 0 0', padding: 0, listStyle: 'none' },
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', padding: '4px 0', fontSize: '0.875rem' },
  '& li > .wrong': { color: theme.vars.palette.tone.danger.text },
  '& li > .quiet': { color: theme.vars.palette.text.secondary },
}))

/** What became of each channel when several were connected at once. */
export const ConnectResults = ({ outcomes, running, onClose }: { outcomes: readonly Outcome[]; running: boolean; onClose: () => void }) => {
  const t = useT()
  return (
    <Box aria-label={t('bulk.result')} aria-live="polite">
      <header>
        <h2>{t(running ? 'bulk.running' : 'bulk.result')}</h2>
        <Button size="small" color="inherit" disabled={running} onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <ul>
        {outcomes.map(({ link, done }) => (
          <li key={link.channelId}>
            <strong>{link.name}</strong>
            {typeof done === 'object' ? (
              <span className="wrong">{done.failed}</span>
            ) : done === 'waiting' || done === 'running' ? (
              <span className="quiet">{t(done === 'running' ? 'bulk.running' : 'bulk.waiting')}</span>
            ) : (
              <StateMark state={done} />
            )}
          </li>
        ))}
      </ul>
    </Box>
  )
}
