import { useState } from 'react'

/** Which rows of a list are chosen: those of `ids`; with `all`, every row that answers the question but those. */
export type Choice = { readonly all: boolean; readonly ids: ReadonlySet<string> }

export const noChoice: Choice = { all: false, ids: new Set() }

export const isChosen = ({ all, ids }: Choice, id: string): boolean => all !== ids.has(id)

export const countChosen = ({ all, ids }: Choice, total: number): number => (all ? Math.max(0, total - ids.size) : ids.size)

/** The choice with these rows in it, or without them. */
export const choosing = ({ all, ids }: Choice, rows: Iterable<string>, on: boolean): Choice => {
  const next = new Set(ids)
  for (const id of rows) {
    if (on === all) next.delete(id)
    else next.add(id)
  }
  return { all, ids: next }
}

/** Single rows stay chosen whatever is asked next; "all of them" meant those of one question and ends with it. */
export const useChoice = (question: string): [Choice, (choice: Choice) => void] => {
  const [held, hold] = useState({ question, choice: noChoice })
  const over = held.choice.all && held.question !== question
  return [over ? noChoice : held.choice, (choice) => hold({ question, choice })]
}
