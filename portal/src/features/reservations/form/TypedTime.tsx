import { type KeyboardEvent, useState } from 'react'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'

/** `19:10`, typed as `1910`, `19.10` or `19`. */
const readTime = (text: string): string | undefined => {
  const [, hour, minute = '00'] = /^\s*(\d{1,2})(?:\s*[:.h]?\s*([0-5]\d))?\s*$/.exec(text) ?? []
  return hour !== undefined && Number(hour) < 24 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

/** What digits and signs will never make a time of. */
const isNoTime = (text: string): boolean =>
  !/^[\d\s:.h]*$/.test(text) || (text.replaceAll(/\D/g, '').length >= 4 && readTime(text) === undefined)

type TypedTimeProps = {
  label: string
  time: string
  placeholder?: string
  onTime: (time: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  first?: 'edit'
}

/** In 24 hours, whatever the browser thinks of clocks; what is no time yet tells nothing. */
export const TypedTime = ({ label, time, placeholder, onTime, onKeyDown, first }: TypedTimeProps) => {
  const t = useT()
  const [text, setText] = useState(time)
  const [seen, setSeen] = useState(time)
  if (time !== seen) {
    setSeen(time)
    if (readTime(text) !== time) setText(time)
  }
  return (
    <TextField
      label={label}
      value={text}
      placeholder={placeholder}
      error={isNoTime(text)}
      helperText={isNoTime(text) ? t('form.timeShape') : undefined}
      onChange={({ target }) => {
        setText(target.value)
        const read = readTime(target.value)
        if (read !== undefined && target.value.replaceAll(/\D/g, '').length >= 3) onTime(read)
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        const read = readTime(text) ?? time
        setText(read)
        if (read !== time) onTime(read)
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5, ...(first ? { 'data-first': first } : {}) } }}
    />
  )
}
