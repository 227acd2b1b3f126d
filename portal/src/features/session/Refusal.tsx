import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from '#src/kit/Icon.tsx'

/** There before it speaks, and without a place of its own while silent. */
const Alert = styled('div')({ '&:empty': { position: 'absolute' } })
const Status = styled('output')({ display: 'block', '&:empty': { position: 'absolute' }, '&:not(:empty)': { marginBottom: 18 } })
const Box = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: 'danger' | 'success' | 'warning' }>(
  ({ theme, tone }) => ({
    display: 'flex',
    gap: 10,
    padding: '10px 12px',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.tone[tone].soft,
    color: theme.vars.palette.tone[tone].text,
    fontSize: '0.875rem',
    fontWeight: 500,
    lineHeight: 1.45,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  }),
)

/** What was refused, read aloud at once. */
export const Refusal = ({ children }: { children: ReactNode }) => (
  <Alert role="alert">
    {children ? (
      <Box tone="danger">
        <Icon path={mdiAlertCircleOutline} />
        <span>{children}</span>
      </Box>
    ) : null}
  </Alert>
)

/** What one should know before going on. */
export const Word = ({ tone, children }: { tone: 'success' | 'warning'; children: ReactNode }) => (
  <Status>
    {children ? (
      <Box tone={tone}>
        <Icon path={tone === 'success' ? mdiCheckCircleOutline : mdiAlertCircleOutline} />
        <span>{children}</span>
      </Box>
    ) : null}
  </Status>
)
