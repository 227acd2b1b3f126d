import { useEffect, useState } from 'react'

/** A value once it has not changed for a while. */
export const useSettled = (value: string, ms: number): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
