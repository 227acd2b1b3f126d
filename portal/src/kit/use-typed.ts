import { useState } from 'react'
import { useSettled } from './use-settled.ts'

/** What is typed into a field that finds things, once the typing rests. */
export const useTyped = (): [settled: string, type: (text: string) => void] => {
  const [text, setText] = useState('')
  return [useSettled(text.trim(), 200), setText]
}
