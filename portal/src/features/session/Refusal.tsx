import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'

/** There before it speaks, and without a place of its own while silent. */
const Alert = styled('div')({ '&:empty': { position: 'absolute' } })
const Status = styled('output')({ display: 'block', '&:empty': { position: 'absolute' }, '&:not(:empty)': { marginBottom: 18 } })

/** What was refused, read aloud at once. */
export const Refusal = ({ children }: { children: ReactNode }) => (
  <Alert role="alert">
    {children ? (
      <ToneBox tone="danger">
        <Icon path={mdiAlertCircleOutline} />
        <span>{children}</span>
      </ToneBox>
    ) : null}
  </Alert>
)

/** What one should know before going on. */
export const Word = ({ tone, children }: { tone: 'success' | 'warning'; children: ReactNode }) => (
  <Status>
    {children ? (
      <ToneBox tone={tone}>
        <Icon path={tone === 'success' ? mdiCheckCircleOutline : mdiAlertCircleOutline} />
        <span>{children}</span>
      </ToneBox>
    ) : null}
  </Status>
)
