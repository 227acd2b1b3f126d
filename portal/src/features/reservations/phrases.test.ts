import { RuleName } from '@tablewire/contracts/booking/availability'
import { Source } from '@tablewire/contracts/booking/reservations'
import { Side } from '@tablewire/contracts/booking/reservations.rules'
import { Move, Status } from '@tablewire/contracts/booking/reservations.rules'
import { describe, expect, it } from 'vitest'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }

const others = { de, es, fr, nl }
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe('phrases', () => {
  it.each(Object.entries(others))('are complete in %s, with the same blanks to fill', (_lang, phrases) => {
    expect(Object.keys(phrases)).toEqual(Object.keys(en))
    for (const [key, text] of Object.entries(en)) expect(placeholders(phrases[key as keyof typeof en]), key).toEqual(placeholders(text))
  })
  it('name everything the contract can say', () => {
    const keys = Object.keys(en)
    const wanted = [
      ...Status.options.map((one) => `status.${one}`),
      ...Move.options.flatMap((one) => [`move.${one}`, `done.${one}`]),
      ...Source.options.map((one) => `source.${one}`),
      ...Side.options.map((one) => `side.${one}`),
      ...RuleName.options.map((one) => `rule.${one}`),
    ]
    expect(wanted.filter((key) => !keys.includes(key))).toEqual([])
  })
})
