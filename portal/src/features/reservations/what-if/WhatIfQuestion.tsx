import { mdiMinus, mdiPlus } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import type { Area } from '@tablewire/contracts/estate/book'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { TypedTime } from '../form/TypedTime.tsx'
import { type Ask, stepped } from './asked.ts'
import { useWhatIfT } from './use-what-if-t.ts'

const sizes = [1, 2, 3, 4, 5, 6, 7, 8]

type QuestionProps = { ask: Ask; areas: readonly Area[]; onAsk: (patch: Partial<Ask>) => void }

/** Work begins at the size that is chosen. */
export const focusSize = (within: HTMLElement | null): void =>
  within?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true })

const Size = ({ ask: { partySize }, onAsk }: QuestionProps) => {
  const t = useWhatIfT()
  const [typed, setTyped] = useState(sizes.includes(partySize) ? '' : String(partySize))
  const group = useRef<HTMLFieldSetElement>(null)
  // The question may come after the sheet has opened.
  useEffect(() => focusSize(group.current), [])
  const choose = (size: number): void => {
    setTyped('')
    onAsk({ partySize: size })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const size = Number(event.key)
    if (event.target instanceof HTMLInputElement || !sizes.includes(size)) return
    event.preventDefault()
    choose(size)
  }
  return (
    <fieldset ref={group}>
      <legend>{t('size')}</legend>
      <div className="sizes" onKeyDown={onKeyDown} role="presentation">
        {sizes.map((size) => (
          <button
            key={size}
            type="button"
            aria-pressed={typed === '' && size === partySize}
            aria-keyshortcuts={String(size)}
            onClick={() => choose(size)}
          >
            {formatNumber(size)}
          </button>
        ))}
        <TextField
          type="number"
          label={t('size.more')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            const size = Math.round(Number(target.value))
            if (size >= 1 && size <= 1000) onAsk({ partySize: size })
          }}
          slotProps={{ htmlInput: { min: 1, max: 1000, inputMode: 'numeric' } }}
        />
      </div>
    </fieldset>
  )
}

/** How many, when and where: each by one touch. */
export const WhatIfQuestion = (props: QuestionProps) => {
  const { ask, areas, onAsk } = props
  const t = useWhatIfT()
  return (
    <>
      <Size {...props} />
      <div className="when">
        <IconButton aria-label={t('earlier')} title={t('earlier')} onClick={() => onAsk({ time: stepped(ask.time, -1) })}>
          <Icon path={mdiMinus} />
        </IconButton>
        <TypedTime label={t('time')} time={ask.time} onTime={(time) => onAsk({ time })} />
        <IconButton aria-label={t('later')} title={t('later')} onClick={() => onAsk({ time: stepped(ask.time, 1) })}>
          <Icon path={mdiPlus} />
        </IconButton>
        {areas.length > 1 ? (
          <TextField select label={t('area')} value={ask.areaId} onChange={({ target }) => onAsk({ areaId: target.value })}>
            <option value="">{t('area.any')}</option>
            {areas.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </TextField>
        ) : null}
      </div>
    </>
  )
}
