import { useState } from 'react'
import type { Column } from './columns.ts'

const read = (key: string): Record<string, boolean> => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Record<string, boolean>
  } catch {
    return {}
  }
}

/** Which columns of a list show: as they come, or as somebody chose them on this device. `list` names the list. */
export const useColumns = <Row>(list: string, columns: readonly Column<Row>[]) => {
  const key = `tablewire:columns:${list}`
  const [chosen, setChosen] = useState(() => read(key))
  const isOn = ({ id, always = false, extra = false }: Column<Row>): boolean => always || (chosen[id] ?? !extra)
  const toggle = (column: Column<Row>): void => {
    const next = { ...chosen, [column.id]: !isOn(column) }
    setChosen(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Full or forbidden storage: it holds as long as this page.
    }
  }
  return { shown: columns.filter(isOn), all: columns, isOn, toggle }
}
