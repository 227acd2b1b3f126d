import { styled } from '@mui/material/styles'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Tag } from '../Tag.tsx'
import type { Tone } from '../tones.ts'
import { useWidth } from '../use-width.ts'
import { tagsThatFit } from './tags-that-fit.ts'

const Root = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  overflow: 'hidden',
  '& > [data-tag]': { display: 'flex', flexShrink: 0, maxWidth: '100%' },
  '& > [data-tag="out"]': { position: 'absolute', visibility: 'hidden' },
  '& > [data-tag="only"]': { flexShrink: 1, minWidth: 0 },
  '& [data-tone]': { minWidth: 0 },
  '& [data-tone] > span': { overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: 1.4 },
  '& > small': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' },
}))

type TagLineProps = { tags: readonly { key: string; tone: Tone; text: string }[] }

/** Tags in one line, each of them whole; those that have no room are counted. */
export const TagLine = ({ tags }: TagLineProps) => {
  const [measure, width] = useWidth()
  const line = useRef<HTMLSpanElement>(null)
  const ref = useCallback(
    (element: HTMLSpanElement | null) => {
      line.current = element
      return measure(element)
    },
    [measure],
  )
  const [fit, setFit] = useState(tags.length)
  // How wide they are is known once they are there, and told before anything is painted.
  useLayoutEffect(() => {
    if (width === 0 || !line.current) return
    const widths = Array.from(line.current.querySelectorAll<HTMLElement>('[data-tag]'), ({ offsetWidth }) => offsetWidth)
    setFit(tagsThatFit(widths, width))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other tags are of other widths
  }, [tags, width])
  return (
    <Root ref={ref}>
      {tags.map(({ key, tone, text }, at) => (
        <span key={key} data-tag={at >= fit ? 'out' : fit === 1 && at === 0 ? 'only' : 'in'}>
          <Tag tone={tone}>
            <span>{text}</span>
          </Tag>
        </span>
      ))}
      {fit < tags.length ? <small>+{tags.length - fit}</small> : null}
    </Root>
  )
}
