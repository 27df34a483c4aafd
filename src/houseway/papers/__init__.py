"""What is printed. A paper is described once and drawn twice: as HTML by `papers.html`, as a PDF by `papers.pdf`.

`description` says what a paper can be made of. Each other module describes one kind of paper: `price_sheet`,
`strategy_card`, `sign`, `floor_report`, `exam_results`.

    from houseway.papers import html, price_sheet
    page = html.rendered(price_sheet.described(sheet))
"""
