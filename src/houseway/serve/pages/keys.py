"""The keys of a table, on a sheet, and the buttons for it and for sound."""

TOOLS = (
    '<button data-do="sound" data-key="s" aria-pressed="false" aria-label="Sound" title="Sound is off">♪</button>'
    '<button data-do="keys" data-key="?" aria-label="Keys" title="Keys">?</button>'
)
KEYS = """<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2><dl>
<dt><kbd>1</kbd>–<kbd>9</kbd></dt><dd>the answers, from the left</dd>
<dt><kbd>0</kbd></dt><dd>fold, surrender, sit out, decline</dd>
<dt><kbd>Enter</kbd></dt><dd>place the wagers, set the cards, next round</dd>
<dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>a smaller or a larger chip</dd>
<dt><kbd>M</kbd></dt><dd>the minimum</dd>
<dt><kbd>R</kbd></dt><dd>the last wagers again</dd>
<dt><kbd>D</kbd></dt><dd>double what lies there</dd>
<dt><kbd>U</kbd> <kbd>X</kbd></dt><dd>undo, clear</dd>
<dt><kbd>C</kbd></dt><dd>ask the coach</dd>
<dt><kbd>H</kbd></dt><dd>have a setting suggested</dd>
<dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>step through an earlier round</dd>
<dt><kbd>S</kbd></dt><dd>sound</dd>
<dt><kbd>?</kbd></dt><dd>this sheet</dd>
</dl><button class="pill" data-do="close-keys">Close</button></dialog>"""
