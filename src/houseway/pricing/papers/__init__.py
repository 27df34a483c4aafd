"""The papers: the PAR sheet as a value, a web page, a PDF, a plot."""
