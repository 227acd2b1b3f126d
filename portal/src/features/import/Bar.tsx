import { styled } from '@mui/material/styles'

const Root = styled('div')(({ theme }) => ({
  marginBlockStart: theme.spacing(1.5),
  '& > p': { margin: '0 0 6px', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums', color: theme.vars.palette.text.secondary },
  '& > progress': {
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
  },
}))

/** How far something has come, 0 to 1; undefined = nobody knows how much there is. */
export const Bar = ({ label, value }: { label: string; value: number | undefined }) => (
  <Root>
    <p>{label}</p>
    <progress aria-label={label} max={1} {...(value === undefined ? {} : { value })} />
  </Root>
)
