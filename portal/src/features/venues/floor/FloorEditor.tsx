import { mdiAutoFix, mdiFormatText, mdiRedo, mdiUndo, mdiWall } from '@mdi/js'
import Button from '@mui/material/Button'
import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import { roomMost, roomOf } from '@tablewire/contracts/booking/floor-plan.rules'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import {
  leastRoom,
  type Piece,
  snapped,
  trayOf,
  withArea,
  withBox,
  withLayout,
  without,
  withRoom,
  withTable,
  withThing,
} from './edit-floor.ts'
import { FloorCanvas } from './FloorCanvas.tsx'
import { FloorTray } from './FloorTray.tsx'
import { LayoutBar } from './LayoutBar.tsx'
import { Metres } from './Metres.tsx'
import { Overlaps } from './Overlaps.tsx'
import { overlapsOf } from './overlaps.ts'
import { PieceForm } from './PieceForm.tsx'
import type { FloorDraft } from './use-floor.ts'
import { useFloorT } from './use-floor-t.ts'

type Area = { id: string; name: string }
type Drawn = { layout: FloorLayout; plan: TablePlan; area: Area; may: boolean; draw: (layout: FloorLayout) => void }

/** What is done with the whole room. */
const RoomTools = ({ layout, plan, area, draw, draft }: Drawn & { draft: FloorDraft }) => {
  const t = useFloorT()
  const room = roomOf(layout, plan.tables, area.id)
  const { width, depth } = room
  const least = leastRoom(room)
  const add = (kind: 'wall' | 'label') => () => draw(withThing(layout, kind, { areaId: area.id, width, depth, text: t('words.new') }))
  return (
    <div className="bar">
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<Icon path={mdiAutoFix} size={18} />}
        onClick={() => draw(withArea(layout, plan, area.id))}
      >
        {t('arrange')}
      </Button>
      <Button color="inherit" size="small" startIcon={<Icon path={mdiWall} size={18} />} onClick={add('wall')}>
        {t('wall.add')}
      </Button>
      <Button color="inherit" size="small" startIcon={<Icon path={mdiFormatText} size={18} />} onClick={add('label')}>
        {t('words.add')}
      </Button>
      <span className="push bar">
        <KeptButton
          color="inherit"
          size="small"
          disabled={!draft.mayUndo}
          aria-keyshortcuts="Control+Z"
          startIcon={<Icon path={mdiUndo} size={18} />}
          onClick={draft.undo}
        >
          {t('undo')}
        </KeptButton>
        <KeptButton
          color="inherit"
          size="small"
          disabled={!draft.mayRedo}
          aria-keyshortcuts="Control+Shift+Z"
          startIcon={<Icon path={mdiRedo} size={18} />}
          onClick={draft.redo}
        >
          {t('redo')}
        </KeptButton>
      </span>
      <span className="rooms">
        <Metres
          label={t('room.width')}
          value={width}
          min={least.width}
          max={roomMost}
          disabled={false}
          onChange={(next) => draw(withRoom(layout, area.id, { width: next, depth }))}
        />
        <Metres
          label={t('room.depth')}
          value={depth}
          min={least.depth}
          max={roomMost}
          disabled={false}
          onChange={(next) => draw(withRoom(layout, area.id, { width, depth: next }))}
        />
      </span>
    </div>
  )
}

/** One area of a layout: its room, what is chosen in it, and what is not on the plan. */
const Desk = ({ layout, plan, area, may, draw, others, first }: Drawn & { others: readonly FloorLayout[]; first: boolean }) => {
  const [chosen, setChosen] = useState<Piece>()
  const floor = useRef<HTMLDivElement>(null)
  const here = plan.tables.filter(({ areaId }) => areaId === area.id)
  const room = roomOf(layout, plan.tables, area.id)
  const remove = (piece: Piece): void => {
    draw(without(layout, piece))
    setChosen(undefined)
  }
  const onBox = (piece: Piece, box: Parameters<typeof withBox>[2]): void => draw(withBox(layout, piece, { ...box, room }))
  const overlaps = overlapsOf(room.places)
  return (
    <div className="desk">
      <FloorCanvas
        layout={layout}
        tables={here}
        area={area}
        may={may}
        chosen={chosen}
        odd={new Set(overlaps.flat())}
        floorRef={floor}
        onChoose={setChosen}
        onBox={onBox}
        onRemove={remove}
      />
      <div className="aside">
        {/* Beside the plan, which stays where it is under the hand. */}
        <Overlaps overlaps={overlaps} tables={here} onChoose={setChosen} />
        <PieceForm
          layout={layout}
          room={room}
          tables={here}
          piece={chosen}
          may={may}
          onChoose={setChosen}
          onBox={onBox}
          onRemove={remove}
        />
        <FloorTray
          {...trayOf(layout, plan.tables, area.id)}
          may={may}
          first={first}
          floorRef={floor}
          onPlace={(table, part) => {
            const at = part && { x: snapped(part.x * room.width), y: snapped(part.y * room.depth) }
            draw(withTable(layout, table, { tables: plan.tables, others, ...(at ? { at } : {}) }))
            setChosen({ table: table.id })
          }}
        />
      </div>
    </div>
  )
}

/** Wherever the focus is while the plan is drawn; a field takes back its own words, and a dialog stands before it. */
const useHistoryKeys = ({ undo, redo }: FloorDraft, may: boolean): void =>
  useEffect(() => {
    if (!may) return undefined
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      const at = event.target as HTMLElement
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || at.closest('input, textarea, select, [role="dialog"]')) return
      if (key === 'z' && !event.shiftKey) undo()
      else if (key === 'y' || key === 'z') redo()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo, may])

type FloorEditorProps = { draft: FloorDraft; plan: TablePlan; areas: readonly Area[]; may: boolean }

/** The layouts of a venue as they are drawn: which one, which area, and its room. */
export const FloorEditor = ({ draft, plan, areas, may }: FloorEditorProps) => {
  const t = useFloorT()
  const [layoutId, setLayoutId] = useState<string>()
  const [areaId, setAreaId] = useState<string>()
  const { layouts, change } = draft
  const layout = layouts.find(({ id }) => id === layoutId) ?? layouts[0]!
  const used = areas.filter(({ id }) => plan.tables.some((table) => table.areaId === id))
  const area = used.find(({ id }) => id === areaId) ?? used[0]!
  const drawn: Drawn = { layout, plan, area, may, draw: (next) => change(withLayout(layouts, next)) }
  useHistoryKeys(draft, may)
  return (
    <div style={{ display: 'grid', gap: 12, minWidth: 0 }}>
      <LayoutBar layouts={layouts} layout={layout} may={may} onChoose={setLayoutId} onChange={change} />
      {used.length > 1 ? (
        <fieldset className="choice" aria-label={t('areas')}>
          {used.map(({ id, name }) => (
            <button key={id} type="button" aria-pressed={id === area.id} onClick={() => setAreaId(id)}>
              {name}
            </button>
          ))}
        </fieldset>
      ) : null}
      {may ? <RoomTools {...drawn} draft={draft} /> : null}
      <Desk
        key={`${layout.id}${area.id}`}
        {...drawn}
        others={layouts.filter(({ id }) => id !== layout.id)}
        first={layout.id === layouts[0]!.id}
      />
      {may ? <p className="keys">{t('keys')}</p> : null}
    </div>
  )
}
