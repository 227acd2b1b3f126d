/** What is drawn in a room, in tenths of a metre: its middle, its size, and by how many degrees it is turned to the right. */
export type Box = { x: number; y: number; width: number; depth: number; turn: number }
export type Shaped = { shape: 'round' | 'square' | 'long'; width: number; depth: number }
export type Thing = { kind: 'wall' | 'label'; width: number; depth: number; text: string }
