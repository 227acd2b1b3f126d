/** `#RGB` or `#RRGGBB`, the notation of brands. */
type Rgb = readonly [red: number, green: number, blue: number]

const parse = (hex: string): Rgb => {
  const long = /^#([\da-f])([\da-f])([\da-f])$/i.test(hex) ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex
  const [, red = '0', green = '0', blue = '0'] = /^#(..)(..)(..)/.exec(long) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

const toHex = (parts: readonly number[]): string => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value)

/** `share` of the second colour in the first. */
export const mix = (first: string, second: string, share: number): string => {
  const a = parse(first)
  const b = parse(second)
  return toHex(a.map((part, index) => part + (b[index]! - part) * share))
}

const channel = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (hex: string): number => {
  const [red, green, blue] = parse(hex).map(channel) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (first: string, second: string): number => {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The same hue, lighter or darker. Unlike mixing with black or white it stays as vivid as it was. */
const withLightness = (hex: string, lightness: number): string => {
  const [red, green, blue] = parse(hex).map((part) => part / 255) as [number, number, number]
  const max = Math.max(red, green, blue)
  const min = Math.min(red, green, blue)
  const chroma = max - min
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(max + min - 1))
  const sector = max === red ? ((green - blue) / chroma + 6) % 6 : max === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
  const turn = chroma === 0 ? 0 : sector * 2
  const part = (offset: number): number => {
    const k = (offset + turn) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return toHex([part(0), part(8), part(4)].map((value) => value * 255))
}

const lightnessOf = (hex: string): number => {
  const parts = parse(hex)
  return (Math.max(...parts) + Math.min(...parts)) / 510
}

/** The colour itself, or the nearest lighter or darker one that reaches `ratio` on every ground. */
export const readable = (colour: string, grounds: readonly string[], ratio = 4.5): string => {
  const reaches = (candidate: string): boolean => grounds.every((ground) => contrast(candidate, ground) >= ratio)
  if (reaches(colour)) return colour
  const from = lightnessOf(colour)
  const to = luminance(grounds[0]!) > 0.18 ? 0 : 1
  for (let step = 1; step <= 50; step++) {
    const candidate = withLightness(colour, from + ((to - from) * step) / 50)
    if (reaches(candidate)) return candidate
  }
  return to === 0 ? '#000000' : '#ffffff'
}

/** A fill and the text on it: white where a slightly darker fill carries it, else nearly black. */
export const fillOf = (colour: string): { main: string; contrastText: string } => {
  const ink = '#16171f'
  const main = readable(colour, ['#ffffff'])
  if (lightnessOf(colour) - lightnessOf(main) < 0.12) return { main, contrastText: '#ffffff' }
  return { main: readable(colour, [ink]), contrastText: ink }
}
