import type { ComponentType } from 'react'
import { BellSlot } from './BellSlot.tsx'

/** What stands beside the reader's own controls, in the app bar or at the foot of the menu: a button each, the bell first. */
const actions: readonly ComponentType[] = [BellSlot]

export const BarActions = () => actions.map((Action, index) => <Action key={index} />)
