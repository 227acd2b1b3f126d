import { type TableBlock, tables } from '@tablewire/contracts/booking/tables'
import { api } from '#src/api/client.ts'
import { queryClient } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { formatClock } from '#src/kit/format.ts'
import { toast } from '#src/kit/toasts.ts'
import { undoManager } from '../acts/undo-manager.ts'
import { useT } from '../use-t.ts'
import { whyOf } from './why-of.ts'
import { useSeatT } from './use-seat-t.ts'

/** A table is closed and opened again, each with the way back. */
export const useBlocks = (venue: { id: string; timezone: string }) => {
  const t = useSeatT()
  const undo = useT()('undo')
  const told = async (run: Promise<unknown>): Promise<void> => {
    try {
      await run
    } catch (error) {
      toast.error(whyOf(error))
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['tables'] })
    }
  }
  const end = (block: TableBlock): Promise<void> => told(api(tables.unblock, { params: { id: block.id } }))
  const begin = ({ tableId, from, until, reason }: TableBlock): Promise<void> =>
    told(api(tables.block, { params: { id: venue.id }, body: { tableId, from, until, reason } }, { idempotencyKey: randomKey() }))
  const closed = (table: string, block: TableBlock): void => {
    const words = t('block.done', { table, time: formatClock(block.until, venue.timezone) })
    const takeBack = async (): Promise<string> => {
      await end(block)
      return t('block.undone', { table })
    }
    undoManager.done({ text: words, label: undo, takeBack, cannot: '' })
  }
  const open = async (table: string, block: TableBlock): Promise<void> => {
    await end(block)
    const takeBack = async (): Promise<string> => {
      await begin(block)
      return t('block.done', { table, time: formatClock(block.until, venue.timezone) })
    }
    undoManager.done({ text: t('block.undone', { table }), label: undo, takeBack, cannot: '' })
  }
  return { closed, open }
}
