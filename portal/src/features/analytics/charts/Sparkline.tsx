import { useTheme } from '@mui/material/styles'

const [width, height] = [120, 28]

/** The course of a figure without an axis; the numbers stand beside it and in the chart over time. */
export const Sparkline = ({ values }: { values: readonly (number | null)[] }) => {
  const theme = useTheme()
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return <svg aria-hidden="true" width={width} height={height} />
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const place = (value: number, at: number): string => {
    const x = (at / (values.length - 1)) * (width - 4) + 2
    const y = most === least ? height / 2 : height - 3 - ((value - least) / (most - least)) * (height - 6)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  const points = values.flatMap((value, at) => (value === null ? [] : [place(value, at)])).join(' ')
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <polyline points={points} fill="none" stroke={theme.vars.palette.tone.primary.solid} strokeWidth={1.75} strokeLinejoin="round" />
    </svg>
  )
}
