import { styled } from '@mui/material/styles'

const Root = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontVariantNumeric: 'tabular-nums',
  '& > span': {
    display: 'block',
    width: 72,
    height: 6,
    borderRadius: 3,
    overflow: 'hidden',
    backgroundColor: theme.vars.palette.ground.sunken,
    '& > i': { display: 'block', height: '100%', backgroundColor: theme.vars.palette.tone.primary.solid },
  },
}))

/** How complete, as a bar and in figures. */
export const Score = ({ score, label }: { score: number; label: string }) => (
  <Root title={label}>
    <span aria-hidden="true">
      <i style={{ width: `${score}%` }} />
    </span>
    {score} %
  </Root>
)
