import { mdiArrowLeft, mdiArrowRight, mdiChevronLeft, mdiChevronRight, mdiLogoutVariant, mdiOpenInNew } from '@mdi/js'
import type { CSSProperties } from 'react'

/** Those that point somewhere point the other way where the page is mirrored. */
const points: ReadonlySet<string> = new Set([mdiArrowLeft, mdiArrowRight, mdiChevronLeft, mdiChevronRight, mdiLogoutVariant, mdiOpenInNew])
const nameOf = (path: string, own: string | undefined): string => `icon${points.has(path) ? ' points' : ''}${own ? ` ${own}` : ''}`

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

/** Plain, as a list shows hundreds of them: a styled element costs ten times as much. How `.icon` looks stands in the theme. */
export const Icon = ({ path, size = 20, label, color, className, style }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    className={nameOf(path, className)}
    style={color ? { ...style, color } : style}
    focusable="false"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  >
    <path d={path} />
  </svg>
)
