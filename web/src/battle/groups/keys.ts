/** The keys and the pointer in a battle of unit groups, as "?" lists them. */

import type { Shortcuts } from '../moving/keys';

export const GROUP_SHORTCUTS: Shortcuts[] = [
  {
    title: 'Deciding',
    keys: [
      ['R or Enter', 'do what is chosen: keep or give cards, charge, answer, shoot, fight'],
      ['D', 'pass; where cards are given or given up, do so'],
      ['C', 'the next decision of the list (Shift+C back)'],
      ['M', 'the next unit group that may act (Shift+M back)'],
      ['Escape', 'look at all decisions again'],
      ['H', 'a hint: what the computer would do here'],
      ['Enter or N, Escape', 'do what the hint says, or dismiss it'],
      ['U or Ctrl+Z', 'take your last decision back'],
      ['Shift+U', 'ask the other side to take your last decision back'],
      ['P', 'to the panel of what is to be decided; Tab goes on from there'],
      ['?', 'this list'],
    ],
  },
  {
    title: 'Moving unit groups',
    keys: [
      ['M', 'your next unit group (Shift+M back)'],
      ['Up, Down', 'ahead, back'],
      ['Left, Right', 'shift sideways'],
      ['Q, E', 'wheel left, wheel right'],
      ['Shift with these', 'a fine step'],
      [', and .', 'turn left, turn right'],
      ['T', 'turn about'],
      ['X, Shift+X', 'a file more on the right, on the left'],
      ['F, Shift+F', 'a file less on the right, on the left'],
      ['Backspace', 'take back the last step of the plan'],
      ['Enter', 'move here'],
      ['N', 'take the nearest legal move'],
      ['Escape', 'give up the plan, then the choice'],
      ['D', 'pass'],
    ],
  },
  {
    title: 'The table',
    keys: [
      ['Tab', 'from unit group to unit group'],
      ['Enter or Space', 'choose it; with Shift make a block'],
      ['+ and -', 'closer, further'],
      ['0', 'the whole table'],
      ['1 to 6', 'look at one of your generals'],
      ['V', 'turn the view by a quarter (Shift+V back)'],
      ['L', 'names of all bases'],
      ['I', 'legend of the marks'],
    ],
  },
  {
    title: 'What the other side did',
    keys: [
      ['A', 'watch its last decisions again'],
      ['[ and ]', 'one step back, one step on'],
      ['Space', 'pause, play'],
      ['Escape', 'skip to the present'],
      ['Up, Down in the account', 'from line to line: its bases light up'],
      ['Enter in the account', 'look at that moment'],
    ],
  },
  {
    title: 'The pointer',
    keys: [
      ['Click on your own', 'choose a unit group; in a combat the file that fights'],
      ['Click on the enemy', 'choose whom it charges, shoots at or fights'],
      ['Shift and click', 'add a unit group to make a block'],
      ['Drag', 'move a unit group or block; it wheels where you lead it aside'],
      ['Click on a general’s hand', 'look at him'],
    ],
  },
];
