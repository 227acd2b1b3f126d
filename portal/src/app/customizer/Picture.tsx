import { styled } from '@mui/material/styles'

const Root = styled('svg')(({ theme }) => ({
  width: 72,
  height: 44,
  color: theme.vars.palette.text.secondary,
  '[dir="rtl"] &': { transform: 'scaleX(-1)' },
  '& rect': { fill: 'currentColor', opacity: 0.28 },
  '& .line': { fill: 'none', stroke: 'currentColor', opacity: 0.55 },
}))

/** x, y, width and height of the blocks of a page in small. */
const pages = {
  default: [
    [2, 2, 16, 40],
    [22, 2, 48, 8],
    [22, 14, 48, 28],
  ],
  bordered: [],
  vertical: [
    [2, 2, 16, 40],
    [22, 2, 48, 40],
  ],
  horizontal: [
    [2, 2, 68, 6],
    [2, 11, 68, 5],
    [2, 19, 68, 23],
  ],
  full: [
    [2, 2, 68, 8],
    [2, 14, 68, 28],
  ],
  boxed: [
    [14, 2, 44, 8],
    [14, 14, 44, 28],
  ],
} as const

/** What a choice looks like, so that nobody has to try it to know. */
export const Picture = ({ of }: { of: keyof typeof pages }) => (
  <Root viewBox="0 0 72 44" aria-hidden="true">
    {(of === 'bordered' ? pages.default : pages[of]).map(([x, y, width, height]) => (
      <rect key={`${x} ${y}`} className={of === 'bordered' ? 'line' : ''} x={x} y={y} width={width} height={height} rx={2} />
    ))}
  </Root>
)
