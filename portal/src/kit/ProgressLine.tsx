import { styled } from '@mui/material/styles'

const Line = styled('progress')(({ theme }) => ({
  appearance: 'none',
  display: 'block',
  width: '100%',
  height: 8,
  border: 'none',
  borderRadius: 4,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.ground.sunken,
  '&::-webkit-progress-bar': { backgroundColor: theme.vars.palette.ground.sunken },
  '&::-webkit-progress-value': { backgroundColor: theme.vars.palette.tone.primary.solid, transition: 'width 250ms linear' },
  '&::-moz-progress-bar': { backgroundColor: theme.vars.palette.tone.primary.solid },
}))

/** Progress from 0 to 1; undefined = indeterminate. Without `shown` it keeps its place, so that nothing jumps. */
export const ProgressLine = ({ label, value, shown = true }: { label: string; value: number | undefined; shown?: boolean }) => (
  <Line aria-label={label} max={1} style={shown ? {} : { visibility: 'hidden' }} {...(value === undefined ? {} : { value })} />
)
