import { useEffect } from 'react'

const sideLength = 64

/** The brand's own icon with a dot in its corner; undefined where it cannot be drawn. */
const dotted = async (href: string): Promise<string | undefined> => {
  const image = new Image()
  image.src = href
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sideLength
  const draw = canvas.getContext('2d')
  if (!draw) return undefined
  draw.drawImage(image, 0, 0, sideLength, sideLength)
  const at = sideLength - 16
  const radius = 15
  // A rim cut out around the dot keeps it apart from whatever the icon shows.
  draw.globalCompositeOperation = 'destination-out'
  draw.beginPath()
  draw.arc(at, 16, radius + 4, 0, 2 * Math.PI)
  draw.fill()
  draw.globalCompositeOperation = 'source-over'
  draw.fillStyle = '#e5484d'
  draw.beginPath()
  draw.arc(at, 16, radius, 0, 2 * Math.PI)
  draw.fill()
  return canvas.toDataURL('image/png')
}

/** The tab says that something waits, quietly: a still dot on its icon. Its title is the brand's name and nothing else (BR3). */
export const useUnreadMark = (unread: number): void => {
  useEffect(() => {
    // For an installed portal, on its icon.
    const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>
    void (unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator))?.catch(() => undefined)
  }, [unread])
  const some = unread > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || !some) return undefined
    const before = icon.href
    let gone = false
    const mark = async (): Promise<void> => {
      const drawn = await dotted(before)
      if (drawn && !gone) icon.href = drawn
    }
    mark().catch(() => undefined)
    return () => {
      gone = true
      icon.href = before
    }
  }, [some])
}
