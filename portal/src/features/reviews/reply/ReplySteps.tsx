import { styled } from '@mui/material/styles'
import type { ReplyDesk } from '@tablewire/contracts/reviews/replies'
import { formatInstant } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'

const Steps = styled('details')(({ theme }) => ({
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& summary': { cursor: 'pointer', minHeight: 24 },
  '& ol': { margin: '8px 0 0', paddingInlineStart: 20, display: 'grid', gap: 8 },
  '& q': { display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', color: theme.vars.palette.text.primary, quotes: 'none' },
}))

/** How the reply came to where it stands, newest first. */
export const ReplySteps = ({ steps }: Pick<ReplyDesk, 'steps'>) => {
  const t = useT()
  if (steps.length < 2) return null
  return (
    <Steps>
      <summary>{t('reply.steps', { count: steps.length })}</summary>
      <ol>
        {steps.map(({ to, text, reason, by, at }) => (
          <li key={`${at}${to}`}>
            {t('reply.step', { state: t(`reply.state.${to}`), by, at: formatInstant(at) })}
            {reason ? ` – ${reason}` : ''}
            <q>{text}</q>
          </li>
        ))}
      </ol>
    </Steps>
  )
}
