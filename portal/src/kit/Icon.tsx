import { styled } from '@mui/material/styles'
import type { CSSProperties } from 'react'

const Svg = styled('svg')({ display: 'inline-block', flexShrink: 0, fill: 'currentColor', verticalAlign: 'middle' })

type IconProps = {
  /** A path of `@mdi/js`. */
  path: string
  /** Pixels. */
  size?: number
  /** What it says to somebody who does not see it; without it the icon is decoration. */
  label?: string
  color?: string
  className?: string
  style?: CSSProperties
}

export const Icon = ({ path, size = 20, label, color, className, style }: IconProps) => (
  <Svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    className={className}
    style={color ? { ...style, color } : style}
    focusable="false"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  >
    <path d={path} />
  </Svg>
)
