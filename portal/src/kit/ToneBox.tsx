import { styled } from '@mui/material/styles'
import type { Tone } from './tones.ts'

/** A few words on their meaning's colour, an icon before them. */
export const ToneBox = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
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
}))
