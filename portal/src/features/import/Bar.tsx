import { styled } from '@mui/material/styles'
import { ProgressLine } from '#src/kit/ProgressLine.tsx'

const Root = styled('div')(({ theme }) => ({
  marginBlockStart: theme.spacing(1.5),
  '& > p': { margin: '0 0 6px', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums', color: theme.vars.palette.text.secondary },
}))

/** How far something has come, 0 to 1; undefined = nobody knows how much there is. */
export const Bar = ({ label, value }: { label: string; value: number | undefined }) => (
  <Root>
    <p>{label}</p>
    <ProgressLine label={label} value={value} />
  </Root>
)
